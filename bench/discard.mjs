// Reads every page of a list over one connection and discards it, except for the cursor.
import http from "node:http";

const agent = new http.Agent({ keepAlive: true });

const read = (url) =>
  new Promise((resolve, reject) => {
    http
      .get(url, { agent }, (response) => {
        let tail = "";
        response.setEncoding("latin1");
        response.on("data", (chunk) => {
          tail = chunk.length < 100 ? tail + chunk : chunk.slice(-100);
        });
        response.on("end", () => resolve(/"next":\{"page":"([^"]+)"\}\}$/.exec(tail)?.[1]));
      })
      .on("error", reject);
  });

const base = `${process.argv[2]}/v1/orgs/org/spaces?limit=1000`;
let cursor = await read(base);
while (cursor !== undefined) cursor = await read(`${base}&page=${cursor}`);
agent.destroy();
