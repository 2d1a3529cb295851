"""What the packaged `defense-desk-worker` runs: the student's Python. `site` did not run; its helpers are wanted."""

import site

site.setquit()
site.setcopyright()
site.sethelper()

from desktop.interpreter.template import main  # noqa: E402 - a student's `exit` exists before anything else

main()
