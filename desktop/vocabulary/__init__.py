"""The words every room speaks: events, chat, problems, questions, runs, values, trouble. No I/O, no rules of play."""
