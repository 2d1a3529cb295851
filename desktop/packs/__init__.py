"""Problems as folders of text: reading, checking by running, tests with fresh inputs.

Nothing of a pack runs in this process. Doors: `loader.load_pack`, `cases.CaseMaker`, `verdicts.judge`,
`testing.run_cases`, `check.check_pack`, `new.new_pack`.
"""
