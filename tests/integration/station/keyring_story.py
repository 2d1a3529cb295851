"""Run by test_keyring inside a session of its own: does one thing with a key and prints what came of it as JSON."""

from __future__ import annotations

import asyncio
import json
import sys

from desktop.station.keys import Keys
from desktop.vocabulary.trouble import Trouble


async def tell(deed: str, url: str, key: str) -> object:
    keys = Keys(seconds=20)
    try:
        match deed:
            case "store":
                await keys.store(url, key)
                return "stored"
            case "read":
                return await keys.read(url)
            case "forget":
                await keys.forget(url)
                return "forgotten"
            case _:
                return await keys.where()
    except Trouble as trouble:
        return {"trouble": type(trouble).__name__, "what": trouble.what, "advice": trouble.advice}


if __name__ == "__main__":
    sys.stdout.write(json.dumps(asyncio.run(tell(*sys.argv[1:4]))) + "\n")
