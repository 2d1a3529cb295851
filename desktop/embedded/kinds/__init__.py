"""The kinds of questions, one small file for each group: a study goes in, candidates come out, nothing is run."""
