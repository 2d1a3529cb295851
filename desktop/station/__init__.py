"""This machine: where files lie, settings, keys in the keyring, the diary, what the doctor finds."""
