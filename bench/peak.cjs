"use strict";
// Preloaded: writes the peak memory of the process, in KiB.
process.on("exit", () => {
  require("node:fs").writeFileSync(process.env.PEAK_TO, String(process.resourceUsage().maxRSS));
});
