/** Preloaded into the command: which files it brings to the disk, and what it renames, in order. A folder's sync can be made to fail. */
const fs = require("node:fs");

const { openSync, fsync, fsyncSync, renameSync, appendFileSync } = fs;
const paths = new Map();
const note = (...words) => appendFileSync(process.env.RECORD_DURABLE, `${words.join(" ")}\n`);

fs.openSync = (path, ...rest) => {
  const file = openSync(path, ...rest);
  paths.set(file, path);
  return file;
};
const { SYNC_FAILS } = process.env;
fs.fsyncSync = (file) => {
  note("sync", paths.get(file));
  if (SYNC_FAILS && fs.fstatSync(file).isDirectory()) throw Object.assign(new Error("no sync"), { code: SYNC_FAILS });
  fsyncSync(file);
};
fs.fsync = (file, ...rest) => {
  note("later", paths.get(file));
  fsync(file, ...rest);
};
fs.renameSync = (from, to) => {
  note("rename", from, to);
  renameSync(from, to);
};
