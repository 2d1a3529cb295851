"""The examiner that needs no network: questions about this very program, keys by running it, honest marks."""
