// Loaded by BUN_OPTIONS before another file: the program refuses to run with that variable.
delete process.env.BUN_OPTIONS;
