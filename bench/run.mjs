// npm run bench -- [--seconds N] [--rounds N] [--only TEXT] [--engine memory|lmdb] [--protocol h1|h2] [--quick] [--dist DIR]
// Writes per second of the server beside a raw relay; writes bench/results.md unless something was left out.
import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { buildServer } from "../test/process/build-server.mjs";
import { measureShape } from "./parts/measure.mjs";
import { startPart } from "./parts/processes.mjs";
import { reportOf } from "./parts/report.mjs";
import { measureRest } from "./parts/rest.mjs";
import { SHAPES } from "./parts/shapes.mjs";

const { values: flags } = parseArgs({
  options: {
    seconds: { type: "string" },
    rounds: { type: "string" },
    only: { type: "string" },
    engine: { type: "string" },
    protocol: { type: "string" },
    quick: { type: "boolean", default: false },
    dist: { type: "string" },
  },
});
const options = {
  seconds: Number(flags.seconds ?? (flags.quick ? 0.3 : 2)),
  rounds: Number(flags.rounds ?? (flags.quick ? 1 : 4)),
  warmup: flags.quick ? { seconds: 0.2 } : { seconds: 15, writes: 8000 },
};
const dist = flags.dist === undefined ? buildServer("bench") : resolve(flags.dist);
const engines = flags.engine === undefined ? ["memory", "lmdb"] : [flags.engine];
const shapes = SHAPES.filter(({ name }) => flags.only === undefined || name.includes(flags.only));
const protocols = flags.protocol === undefined ? ["h1", "h2"] : [flags.protocol];

const parts = [];
try {
  const rest = [];
  for (const engine of engines) rest.push(await measureRest(engine, dist));
  const rows = await measureAll();
  const report = reportOf({ rows, rest, options });
  process.stdout.write(`\n${report}`);
  const whole =
    flags.only === undefined && flags.engine === undefined && flags.protocol === undefined && !flags.quick;
  if (whole) writeFileSync(new URL("./results.md", import.meta.url), report);
} finally {
  for (const part of parts) part.stop();
}

async function measureAll() {
  const { load, relay, webhook } = await startParts();
  const rows = [];
  for (const engine of engines) {
    for (const protocol of protocols) {
      // The protocol of clients makes the same difference with webhooks and without.
      const measured = protocol === "h2" && flags.only === undefined ? shapes.slice(0, 1) : shapes;
      for (const shape of measured) {
        process.stderr.write(`${engine}, ${protocol}, ${shape.name} ...\n`);
        rows.push(await measureShape(shape, { ...options, engine, protocol, dist, load, relay, webhook }));
      }
    }
  }
  return rows;
}

async function startParts() {
  const { createAuthority, issueServing } = await import(
    pathToFileURL(`${dist}/http/certificates/issue.js`).href
  );
  const now = Date.now();
  const authority = await createAuthority({ commonName: "bench", now });
  const { cert, key } = await issueServing(authority, { hosts: ["127.0.0.1"], now });
  const [load, relay, webhook] = ["load", "relay", "webhook"].map(startPart);
  parts.push(load, relay, webhook);
  Object.assign(webhook, { ca: authority.cert }, await webhook.ask({ cert, key }));
  const { port, ca } = webhook;
  Object.assign(relay, { ca }, await relay.ask({ cert, key, webhook: { port, ca } }));
  return { load, relay, webhook };
}
