"use strict";
// Preloaded: tells the most memory that the process had, in KiB.
process.on("exit", () => {
  require("node:fs").writeFileSync(process.env.PEAK_TO, String(process.resourceUsage().maxRSS));
});
