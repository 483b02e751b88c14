"use strict";
// Preloaded: writes the peak memory of the process, in KiB. On Linux maxRSS begins with the size of the process that started this one.
process.on("exit", () => {
  const { existsSync, readFileSync, writeFileSync } = require("node:fs");
  const status = existsSync("/proc/self/status") ? readFileSync("/proc/self/status", "utf8") : "";
  const [, kib = String(process.resourceUsage().maxRSS)] = /^VmHWM:\s+(\d+) kB/m.exec(status) ?? [];
  writeFileSync(process.env.PEAK_TO, kib);
});
