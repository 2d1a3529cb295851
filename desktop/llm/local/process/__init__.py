"""One model file in a child process of this program: checked, loaded, served on loopback, watched, ended."""
