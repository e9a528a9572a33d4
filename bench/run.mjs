// npm run bench -- [--seconds N] [--rounds N] [--parts NAME,…] [--only TEXT] [--engine memory|lmdb|etcd] [--protocol h1|h2]
//                  [--watchers N] [--pairs N] [--quick] [--dist DIR] [--growth] [--pieces FILE]
//                  [--against REV|reference] [--mixed] [--minutes N] [--open-loop] [--processes N [--engine lmdb]]
// Writes per second of the server beside a raw relay, what watchers cost, and other requests beside kube-apiserver where it
// is at hand, and what an open console and a shadow configuration cost. Parts: shapes, watchers, beside, rest, change, costs; --only takes the shapes and requests whose name has the text. Writes bench/results.md unless something was left out.
// Ends with a table of what is required, and fails when one line is missed by more than a tenth.
// --pieces: adds what is measured to the file, and reports all that it has: a run of an hour in several parts. Writes the page when it has some of each part.
// --against REV: instead of all that, builds that commit beside the working tree, and compares the processor time of both in pairs of
// processes, until the 95 % intervals of the ratios are narrower than ± 2 percent, or after --minutes (10). --quick takes fewer rows.
// "reference" is the commit of bench/reference.json, which has the rows with an accepted cost. Fails when a row is slower by more than 10 percent.
// --mixed: instead of all that, mixed requests for --minutes and five minutes without any, with the memory of the server in a table.
// --open-loop: instead of all that, times of creates that arrive at fixed rates, beside kube-apiserver, on a page of its own.
// --processes N: instead of all that, writes of one process and of N over etcd (or, with --engine lmdb, in a folder), with the processor time of each process.
// --growth: instead of all that, what more objects, definitions and watchers cost, on a page of its own beside the other.
import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { readFlags } from "../scripts/parts/read-flags.mjs";
import { buildServer } from "../test/process/build-server.mjs";
import { newestEtcd } from "../test/process/etcd.mjs";
import { runAgainst } from "./against/run-against.mjs";
import { measureBeside } from "./beside/measure-beside.mjs";
import { runGrowth } from "./growth/run-growth.mjs";
import { runMixed } from "./mixed/run-mixed.mjs";
import { runOpenLoop } from "./open-loop/run-open-loop.mjs";
import { goalsOf, goalsTable } from "./parts/goals.mjs";
import { measureShape } from "./parts/measure.mjs";
import { measureChange } from "./parts/measure-change.mjs";
import { measureCosts } from "./parts/measure-costs.mjs";
import { measureWatchers } from "./parts/measure-watchers.mjs";
import { addPiece, hasAllParts } from "./parts/pieces.mjs";
import { startPart } from "./parts/processes.mjs";
import { reportOf } from "./parts/report.mjs";
import { measureRest } from "./parts/rest.mjs";
import { SHAPES } from "./parts/shapes.mjs";
import { runProcesses } from "./processes/run-processes.mjs";

const { values: flags } = readFlags(import.meta.filename, {
  options: {
    seconds: { type: "string" },
    rounds: { type: "string" },
    parts: { type: "string" },
    only: { type: "string" },
    engine: { type: "string" },
    protocol: { type: "string" },
    watchers: { type: "string" },
    pairs: { type: "string" },
    quick: { type: "boolean", default: false },
    dist: { type: "string" },
    growth: { type: "boolean", default: false },
    pieces: { type: "string" },
    against: { type: "string" },
    mixed: { type: "boolean", default: false },
    "open-loop": { type: "boolean", default: false },
    minutes: { type: "string", default: "10" },
    processes: { type: "string" },
  },
});
const { quick } = flags;
const options = {
  quick,
  only: flags.only,
  seconds: Number(flags.seconds ?? (quick ? 0.3 : 2)),
  rounds: Number(flags.rounds ?? (quick ? 1 : 4)),
  // Compilation of the code of writes ends after about 10,000 of them: until then, it takes a third of the processor time.
  warmup: quick ? { seconds: 0.2 } : { seconds: 30, writes: 12_000 },
};
/** The other parts have many rows: fewer and shorter rounds, unless they are given. */
const brief = {
  ...options,
  seconds: Number(flags.seconds ?? (quick ? 0.3 : 1.5)),
  rounds: Number(flags.rounds ?? (quick ? 1 : 3)),
};
const chosen = flags.parts?.split(",") ?? ["rest", "change", "shapes", "watchers", "beside", "costs"];
const engines = flags.engine === undefined ? ["memory", "lmdb"] : [flags.engine];
const shapes = SHAPES.filter(
  ({ name, inQuick, onlyQuick }) =>
    (flags.only === undefined || name.includes(flags.only)) && (quick ? inQuick || onlyQuick : !onlyQuick),
);
const protocols = flags.protocol === undefined ? ["h1", "h2"] : [flags.protocol];

/** One kind of watchers, and few writes. */
const QUICK_WATCHERS = { kinds: 1, writes: 20 };

const parts = [];
try {
  if (flags.against !== undefined) await measureRevision();
  else if (flags.mixed) await measureMixed();
  else if (flags["open-loop"]) await measureOpenLoop();
  else if (flags.processes !== undefined) await measureProcesses();
  else if (flags.growth) await measureGrowth();
  else await measureAll();
} finally {
  for (const part of parts) part.stop();
}

async function measureRevision() {
  const minutes = Number(flags.minutes);
  const dist = flags.dist && resolve(flags.dist);
  const order = { revision: flags.against, dist, minutes, short: quick, startParts };
  if (!(await runAgainst(order))) process.exitCode = 1;
}

async function measureMixed() {
  const dist = builtServer();
  const { webhook } = await startParts(dist);
  if (!(await runMixed({ dist, minutes: Number(flags.minutes), webhook }))) process.exitCode = 1;
}

async function measureOpenLoop() {
  const { page, goals } = await runOpenLoop({ dist: builtServer(), quick });
  const table = goals.map(({ name, value, atMost, atLeast, isMet }) => {
    const goal = atMost === undefined ? `at least ${atLeast}` : `at most ${atMost}`;
    return `| ${name} | ${value.toFixed(2)} | ${goal} | ${isMet ? "met" : "missed"} |`;
  });
  const text = `${page}\n## Goals\n\n| | Measured | Goal | |\n| --- | --- | --- | --- |\n${table.join("\n")}\n`;
  process.stdout.write(`\n${text}`);
  if (!quick) writeFileSync(new URL("./open-loop.md", import.meta.url), text);
}

function builtServer() {
  return flags.dist === undefined ? buildServer("bench") : resolve(flags.dist);
}

async function measureGrowth() {
  const dist = builtServer();
  const [load, watchers] = ["load", "watchers"].map(startPart);
  parts.push(load, watchers);
  const { report, goals } = await runGrowth({ ...options, dist, load, watchers });
  process.stdout.write(`\n${report}`);
  if (!quick) writeFileSync(new URL("./growth.md", import.meta.url), report);
  failOf(goals);
}

async function measureProcesses() {
  const dist = builtServer();
  const page = await runProcesses({
    ...options,
    dist,
    count: Number(flags.processes),
    engine: flags.engine,
    ...(await startParts(dist)),
  });
  process.stdout.write(`\n${page}`);
}

/** A quick run measures nothing that could be compared. */
function failOf(goals) {
  if (!quick && goals.some(({ isMissed }) => isMissed)) process.exitCode = 1;
}

async function measureAll() {
  const piece = await measureParts(builtServer());
  const measured = flags.pieces === undefined ? piece : addPiece(flags.pieces, piece);
  const report = reportOf({ ...measured, options, brief });
  const goals = goalsOf(measured);
  process.stdout.write(`\n${report}\n## Goals\n\n${goalsTable(goals)}\n`);
  const partial = [flags.parts, flags.only, flags.engine, flags.protocol, flags.watchers, flags.pairs];
  const isWhole =
    flags.pieces === undefined ? partial.every((flag) => flag === undefined) : hasAllParts(measured);
  if (isWhole && !quick)
    writeFileSync(
      new URL("./results.md", import.meta.url),
      `${report}\n## Goals\n\nHTTP/2 and requests alone: LMDB. Missed: by more than a tenth.\n\n${goalsTable(goals)}\n`,
    );
  failOf(goals);
}

async function measureParts(dist) {
  const measured = { rest: [], rows: [], many: undefined, beside: undefined, costs: [], change: undefined };
  if (chosen.includes("rest"))
    for (const engine of engines) measured.rest.push(await measureRest(engine, dist));
  if (chosen.includes("change"))
    measured.change = await measureChange({ dist, count: quick ? 200 : 10_000, changes: quick ? 8 : 80 });
  const started = { ...options, dist, ...(await startParts(dist)) };
  if (chosen.includes("shapes")) measured.rows.push(...(await measureShapes(started)));
  if (chosen.includes("beside")) measured.beside = await measureBeside({ ...started, ...brief });
  const count = Number(flags.watchers ?? (quick ? 200 : 10_000));
  if (chosen.includes("watchers"))
    measured.many = await measureWatchers({
      ...started,
      ...brief,
      count,
      ...(quick ? QUICK_WATCHERS : { writes: 64 }),
    });
  const pairs = Number(flags.pairs ?? (quick ? 1 : 3));
  if (chosen.includes("costs")) measured.costs.push(...(await measureCosts({ ...started, ...brief, pairs })));
  return measured;
}

async function measureShapes(started) {
  const rows = [];
  for (const engine of [...engines, ...etcdToo()]) {
    for (const protocol of protocols) {
      if ((engine === "etcd" || (quick && engine !== engines[0])) && protocol === "h2") continue;
      // The protocol of clients makes the same difference with webhooks and without. A quick run measures no difference.
      const first =
        (protocol === "h2" || engine === "etcd" || (quick && engine !== engines[0])) &&
        flags.only === undefined;
      const some = first ? shapes.slice(0, 1) : shapes;
      for (const shape of some) {
        process.stderr.write(`${engine}, ${protocol}, ${shape.name} ...\n`);
        rows.push(await measureShape(shape, { ...started, engine, protocol }));
      }
    }
  }
  return rows;
}

/** Its rows are fewer: the engine makes the same difference with webhooks and without. */
function etcdToo() {
  return flags.engine === undefined && newestEtcd() !== undefined ? ["etcd"] : [];
}

async function startParts(dist) {
  const { createAuthority, issueServing } = await import(
    pathToFileURL(`${dist}/http/certificates/issue.js`).href
  );
  const now = Date.now();
  const authority = await createAuthority({ commonName: "bench", now });
  const { cert, key } = await issueServing(authority, { hosts: ["127.0.0.1"], now });
  const [load, relay, webhook, watchers] = ["load", "relay", "webhook", "watchers"].map(startPart);
  parts.push(load, relay, webhook, watchers);
  Object.assign(webhook, { ca: authority.cert }, await webhook.ask({ cert, key }));
  const { port, ca } = webhook;
  Object.assign(relay, { ca }, await relay.ask({ cert, key, webhook: { port, ca } }));
  return { load, relay, webhook, watchers };
}
