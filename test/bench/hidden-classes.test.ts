import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { builtProgram } from "../parts/server.ts";
import { folderForTest } from "../tools/scratch-folder.tool.ts";

const PROGRAM = fileURLToPath(new URL("./programs/many-writes.mjs", import.meta.url));
const V8 = ["--log-maps", "--no-log-maps-details", "--no-logfile-per-isolate"];

/**
 * V8 gives each new combination of members a hidden class. A place that makes one for every request takes microseconds of it,
 * and slows down all code that reads the object. The usual place: members that are added to a spread of another object
 * (docs/measurements.md, "Hidden classes").
 */
test("requests make no hidden classes", { timeout: 300_000 }, () => {
  const folder = folderForTest();
  const log = join(folder, "v8.log");
  const entry = new URL("../index.js", `file://${builtProgram()}`).href;
  const run = spawnSync(process.execPath, [...V8, `--logfile=${log}`, PROGRAM, entry, log], {
    encoding: "utf8",
  });
  expect(run.status, run.stderr).toBe(0);
  const { from, rounds } = JSON.parse(run.stdout) as { from: number; rounds: number };
  const lines = readFileSync(log).subarray(from).toString("latin1").split("\n");
  const counts = new Map<string, number>();
  for (const line of lines) {
    const [what, event, , , , , row, column, , ...name] = line.split(",");
    if (what !== "map" || event !== "Transition") continue;
    const place = `${name.join(",")} at ${row}:${column}`;
    counts.set(place, (counts.get(place) ?? 0) + 1);
  }
  expect([...counts].filter(([, count]) => count >= rounds / 2)).toEqual([]);
});
