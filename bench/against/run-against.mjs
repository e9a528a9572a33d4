import { median, table } from "../parts/report.mjs";
import { buildCommit, buildWorkingTree, commitOf } from "./build-commit.mjs";
import { measureAgainst } from "./measure-against.mjs";
import { judge, REFUSED, REPORTED } from "./ratios.mjs";
import { readReference } from "./reference.mjs";

const UNITS = { start: "ms", "memory at rest": "MB" };

/**
 * Compares the working tree with a commit, and prints a table. `revision` "reference" is the commit of
 * bench/reference.json, whose accepted ratios count then. `dist`: the build of the working tree, if there is one. Returns
 * false when a row is refused.
 */
export async function runAgainst({ revision, dist, minutes, short, startParts }) {
  const reference = readReference();
  const isReference = revision === "reference";
  const commit = commitOf(isReference ? reference.commit : revision);
  process.stderr.write(`building ${commit.slice(0, 8)} ...\n`);
  const dists = { theirs: buildCommit(commit), ours: dist ?? buildWorkingTree() };
  const { load, webhook } = await startParts(dists.ours);
  const say = (pairs, open) =>
    process.stderr.write(`${pairs} pairs of processes; not yet narrow: ${open.join("; ") || "none"}\n`);
  const rows = judge(
    await measureAgainst({ dists, minutes, short, load, webhook, say }),
    isReference ? reference.allowed : {},
  );
  process.stdout.write(reportOf(commit, rows));
  return rows.every(({ verdict }) => !verdict.includes("refused"));
}

function reportOf(commit, rows) {
  const cells = rows.map(({ name, pairs, ratio, low, high, verdict, reason }) => [
    name,
    UNITS[name] ?? "µs",
    median(pairs.map(({ theirs }) => theirs)).toFixed(0),
    median(pairs.map(({ ours }) => ours)).toFixed(0),
    ratio.toFixed(3),
    `${low.toFixed(3)} to ${high.toFixed(3)}`,
    String(pairs.length),
    [verdict, reason].filter(Boolean).join(": "),
  ]);
  const head = ["Row", "Unit", commit.slice(0, 8), "working tree", "Ratio", "95 %", "Pairs", ""];
  return [
    "\nConfigMaps of 3 KB, 32 in flight, LMDB, HTTP/1.1. Processor time of a request, and of a start; medians of pairs of processes.",
    `Above ${REPORTED} a row is reported, above ${REFUSED} it is refused.\n`,
    table(head, cells),
    "",
  ].join("\n");
}
