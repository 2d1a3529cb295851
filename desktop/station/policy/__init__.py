"""What an administrator sets for a whole machine, in one small file: obeyed, or said to be broken."""
