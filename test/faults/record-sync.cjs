/** Preloaded into the command: notes what it writes into a journal, when that is on the disk, and what it sends. */
const fs = require("node:fs");
const http = require("node:http");

const note = (line) => fs.appendFileSync(process.env.RECORD_SYNC, `${line}\n`);
const { writeSync, fsyncSync } = fs;
const journals = new Set();

fs.writeSync = (file, bytes, ...rest) => {
  const record = /^\{"record":"(\w+)"/.exec(String(bytes))?.[1];
  if (record !== undefined) {
    journals.add(file);
    note(record);
  }
  return writeSync(file, bytes, ...rest);
};
fs.fsyncSync = (file) => {
  if (journals.has(file)) note("fsync");
  fsyncSync(file);
};
const { request } = http;
http.request = (...args) => {
  note("request");
  return request(...args);
};
