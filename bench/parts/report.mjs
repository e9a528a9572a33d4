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
export function reportOf({ rows, rest, options }) {
  const date = new Date().toISOString().slice(0, 10);
  const settings = `${options.rounds} rounds of ${options.seconds} s each, relay and server by turns; medians`;
  return [
    "# Writes per second",
    "",
    `Pods of 3 KB, 32 in flight. Node ${process.version}, ${cpus().length} cores, ${date}; ${settings}.`,
    "The relay is the least that a server with webhooks does: TLS, parse, call the same webhooks, patch, answer; it validates and stores nothing.",
    "Ratio: server / relay in the same run; CPU ratio: the same of writes per second of processor time. Load, webhook, relay and server are four processes on the cores above.",
    "",
    table(HEAD, rows.map(rowOf)),
    "",
    table(["engine", "first start ms", "later start ms", "memory at rest MB"], rest.map(restOf)),
    "",
  ].join("\n");
}

function rowOf({ engine, protocol, shape, server, relay, plain }) {
  const of = (results, field, digits = 0) => median(results.map((r) => r[field])).toFixed(digits);
  const ratio = (others) => median(server.map((r, i) => r.perSecond / others[i].perSecond)).toFixed(2);
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

function table(head, rows) {
  const widths = head.map((title, i) => Math.max(title.length, ...rows.map((row) => row[i].length)));
  const line = (cells) => `| ${cells.map((cell, i) => cell.padEnd(widths[i])).join(" | ")} |`;
  return [line(head), `|${widths.map((w) => "-".repeat(w + 2)).join("|")}|`, ...rows.map(line)].join("\n");
}
