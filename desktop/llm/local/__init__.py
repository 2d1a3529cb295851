"""A language model in a file on this machine, for practice without a network: it words the questions, and no more.

The host starts a child process of this program that serves the file on loopback. Order, tests and marks stay with
the examiner inside; what the model says passes a gate, and where it does not, the examiner's own sentence is used.
"""
