import { cpus } from "node:os";

const HEAD = [
  "engine",
  "protocol",
  "shape",
  "writes/s",
  "p50 ms",
  "p99 ms",
  "relay writes/s",
  "ratio",
  "CPU µs/write",
  "relay CPU µs",
  "CPU ratio",
  "vs no webhook",
];

/** Tables in Markdown, without anything that names the machine. */
export function reportOf({ rows, rest, beside, many, costs, options, brief }) {
  const date = new Date().toISOString().slice(0, 10);
  const settings = `${options.rounds} rounds of ${options.seconds} s each (except the first table: ${brief.rounds} of ${brief.seconds} s), by turns; medians`;
  const parts = [
    "# Measurements",
    `Pods of 3 KB, 32 in flight. Node ${process.version}, ${cpus().length} cores, ${date}; ${settings}.`,
  ];
  if (rows.length > 0) parts.push(...writesPart(rows));
  if (beside !== undefined) parts.push(...besidePart(beside));
  if (many !== undefined) parts.push(...watchersPart(many));
  if (costs.length > 0) parts.push(...costsPart(costs));
  if (rest.length > 0)
    parts.push(
      "## At rest",
      table(["engine", "first start ms", "later start ms", "memory at rest MB"], rest.map(restOf)),
    );
  return `${parts.join("\n\n")}\n`;
}

const writesPart = (rows) => [
  "## Writes beside a relay",
  "The relay is the least that a server with webhooks does: TLS, parse, call the same webhooks, patch, answer; it validates and stores nothing.\nRatio: server / relay in the same run; CPU ratio: the same of writes per second of processor time. Load, webhook, relay and server are four processes on the cores above.",
  table(HEAD, rows.map(rowOf)),
];

function besidePart({ rows, lacking }) {
  const said =
    lacking === undefined ? "over etcd, on the same disk, in the same run" : `not measured: ${lacking}`;
  return [
    "## Beside kube-apiserver",
    `The server keeps its objects on disk (LMDB), or in the etcd that kube-apiserver has, too; kube-apiserver 1.36.3: ${said}. Ratios: to kube-apiserver. Load, webhook and the servers share the cores above.`,
    table(
      [
        "requests",
        "unit",
        "LMDB",
        "p99 ms",
        "over etcd",
        "p99 ms",
        "kube-apiserver",
        "p99 ms",
        "ratio",
        "ratio over etcd",
      ],
      rows.map(besideOf),
    ),
  ];
}

function besideOf({ name, unit, server, etcd, reference }) {
  const of = (results, field, digits) =>
    results[0]?.[field] === undefined ? "" : median(results.map((r) => r[field])).toFixed(digits);
  const ratio = (results) =>
    reference.length === 0 || results.length === 0 ? "" : ratioOf(results, reference);
  const digits = server[0]?.perSecond < 100 ? 1 : 0;
  return [
    name,
    unit,
    of(server, "perSecond", digits),
    of(server, "p99", 1),
    of(etcd, "perSecond", digits),
    of(etcd, "p99", 1),
    of(reference, "perSecond", digits),
    of(reference, "p99", 1),
    ratio(server),
    ratio(etcd),
  ];
}

function watchersPart({ rows, fanOut }) {
  const count = fanOut.count.toLocaleString("en");
  return [
    "## Many watchers",
    `${count} watches of pods on one server, LMDB, from another process. Ratio: writes with them / without them, on two servers by turns.`,
    table(
      ["watchers", "writes/s", "without", "ratio", "CPU µs/write", "without", "memory MB"],
      rows.map(watchedOf),
    ),
    `When each of ${count} gets every event: ${fanOut.eventsPerSecond.toFixed(0)} events per second.`,
  ];
}

function watchedOf({ name, watched, plain, residentMb }) {
  const of = (results, field) =>
    results[0]?.[field] === undefined ? "" : median(results.map((r) => r[field])).toFixed(0);
  const memory = residentMb === undefined ? "" : residentMb.toFixed(0);
  return [
    name,
    of(watched, "perSecond"),
    of(plain, "perSecond"),
    ratioOf(watched, plain),
    of(watched, "micros"),
    of(plain, "micros"),
    memory,
  ];
}

const costsPart = (rows) => [
  "## What looks on",
  "Creates without a webhook, objects in memory: a server with it, and one without, each under a load of its own at the same time, and again with other processes. CPU: processor time of the server's process. Each ratio is the median of the turns, between the first and the third quarter of them. A browser takes its time from both.",
  table(["with", "CPU µs/write", "without", "CPU ratio", "writes/s", "without", "ratio"], rows.map(costOf)),
];

function costOf({ name, with: ones, without }) {
  const of = (results, field) => median(results.map((result) => result[field])).toFixed(0);
  return [
    name,
    ...(ones[0]?.micros === undefined
      ? ["", "", ""]
      : [of(ones, "micros"), of(without, "micros"), spreadOf(ones, without, "micros")]),
    of(ones, "perSecond"),
    of(without, "perSecond"),
    spreadOf(ones, without, "perSecond"),
  ];
}

function spreadOf(results, others, field) {
  const ratios = results.map((result, i) => result[field] / others[i][field]).sort((a, b) => a - b);
  const at = (share) => ratios[Math.floor((ratios.length - 1) * share)].toFixed(2);
  return `${median(ratios).toFixed(2)} (${at(0.25)}-${at(0.75)})`;
}

/** Median of the ratios of turns that ran one after the other. */
const ratioOf = (results, others) =>
  median(results.map((r, i) => r.perSecond / others[i].perSecond)).toFixed(2);

function rowOf({ engine, protocol, shape, server, relay, plain }) {
  const of = (results, field, digits = 0) => median(results.map((r) => r[field])).toFixed(digits);
  const ratio = (others) => ratioOf(server, others);
  const cpu = (results) => (results[0]?.micros === undefined ? "" : of(results, "micros"));
  return [
    engine,
    protocol,
    shape,
    of(server, "perSecond"),
    of(server, "p50", 1),
    of(server, "p99", 1),
    of(relay, "perSecond"),
    ratio(relay),
    cpu(server),
    cpu(relay),
    cpuRatio(server, relay),
    plain.length === 0 ? "" : `${ratio(plain)} (CPU ${cpuRatio(server, plain)})`,
  ];
}

/** Processor time says more than the clock where others use the same cores. */
function cpuRatio(server, other) {
  if (server[0]?.micros === undefined) return "";
  return (median(other.map((r) => r.micros)) / median(server.map((r) => r.micros))).toFixed(2);
}

const restOf = ({ engine, firstMs, secondMs, residentMb }) => [
  engine,
  firstMs.toFixed(0),
  secondMs.toFixed(0),
  residentMb === undefined ? "" : residentMb.toFixed(0),
];

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** A table in Markdown, as the formatter of the sources writes it. */
export function table(head, rows) {
  const widths = head.map((title, i) => Math.max(title.length, ...rows.map((row) => row[i].length)));
  const line = (cells) => `| ${cells.map((cell, i) => cell.padEnd(widths[i])).join(" | ")} |`;
  return [line(head), line(widths.map((w) => "-".repeat(w))), ...rows.map(line)].join("\n");
}
