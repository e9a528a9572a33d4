import { cpus } from "node:os";
import { goalsTable } from "../parts/goals.mjs";
import { table } from "../parts/report.mjs";

/** Tables in Markdown; in the last row of each how much more it is at the end than at the beginning. */
export function growthReport({ objects, definitions, watching, goals, rounds, seconds }) {
  const date = new Date().toISOString().slice(0, 10);
  const parts = [
    "# Growth",
    `What more objects, definitions and watchers cost. LMDB, Node ${process.version}, ${cpus().length} cores, ${date}; ${rounds} rounds of ${seconds} s each, by turns; medians. Made by \`npm run bench -- --growth\`. Last row: last / first.`,
    "Memory: what the process has for itself (anonymous), and besides the part of the file that the system has in memory for it, which it takes back when others need it.",
    "## Objects",
    "ConfigMaps of 1 KB. Ready: from the start of the process to its first answer, with all of them on disk.",
    table(OBJECTS, withSlope(objects.map(objectCells))),
    goalsTable(goals),
    "## Definitions of custom resources",
    table(DEFINITIONS, withSlope(definitions.map(definitionCells))),
    "## Watchers",
    "Each of the pods of another node; then each of all pods, for the events.",
    table(WATCHING, withSlope(watching.map(watchingCells))),
  ];
  return `${parts.join("\n\n")}\n`;
}

const OBJECTS = [
  "objects",
  "stored MB",
  "ready ms",
  "memory MB",
  "of the file MB",
  "memory after load MB",
  "writes/s",
  "CPU µs/write",
  "gets/s",
  "CPU µs/get",
  "pages of 500/s",
  "CPU µs/page",
];

const objectCells = ({ count, stored, readyMs, memory, memoryAfter, writes, gets, pages }) => [
  count,
  stored / 2 ** 20,
  readyMs,
  memory.anonymousMb,
  memory.fileMb,
  memoryAfter.anonymousMb,
  writes.perSecond,
  writes.micros,
  gets.perSecond,
  gets.micros,
  pages.perSecond,
  pages.micros,
];

const DEFINITIONS = ["definitions", "ms to create", "ready ms", "memory MB", "writes/s", "CPU µs/write"];

const definitionCells = ({ count, eachMs, readyMs, memory, writes }) => [
  count,
  eachMs,
  readyMs,
  memory.anonymousMb,
  writes.perSecond,
  writes.micros,
];

const WATCHING = ["watchers", "memory MB", "writes/s", "CPU µs/write", "without", "events/s to all"];

const watchingCells = ({ count, residentMb, perSecond, micros, microsWithout, eventsPerSecond }) => [
  count,
  residentMb,
  perSecond,
  micros,
  microsWithout,
  eventsPerSecond,
];

function withSlope(rows) {
  const [first, last] = [rows[0], rows.at(-1)];
  const slope = last.map((value, i) => `× ${round(value / first[i])}`);
  return [...rows.map((row) => row.map(round)), slope];
}

/** Three digits that count. */
function round(value) {
  if (value === undefined || !Number.isFinite(value)) return "";
  return value >= 100 ? Math.round(value).toLocaleString("en") : String(Number(value.toPrecision(2)));
}
