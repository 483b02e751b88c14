/** Preloaded into the command: ends it by SIGKILL once it has written so many matches of a pattern to standard error. */
const pattern = new RegExp(process.env.KILL_AT_PATTERN, "gm");
const count = Number(process.env.KILL_AT_COUNT);
const { write } = process.stderr;
let seen = 0;

process.stderr.write = function (chunk, ...rest) {
  const more = write.call(this, chunk, ...rest);
  seen += String(chunk).match(pattern)?.length ?? 0;
  if (seen >= count) process.kill(process.pid, "SIGKILL");
  return more;
};
