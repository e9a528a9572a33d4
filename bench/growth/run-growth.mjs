import { goalsOfGrowth } from "../parts/goals.mjs";
import { growthReport } from "./growth-report.mjs";
import { measureDefinitions } from "./measure-definitions.mjs";
import { measureObjects } from "./measure-objects.mjs";
import { measureWatching } from "./measure-watching.mjs";

const COUNTS = {
  objects: [100, 10_000, 1_000_000],
  definitions: [1, 100, 1000],
  watching: [1, 100, 1000, 10_000],
};
const QUICK = { objects: [100, 2000], definitions: [1, 10], watching: [1, 20] };

/** `report`: all tables of growth, as a page; `goals`: what is required of them, with what was measured. */
export async function runGrowth({ dist, load, watchers, quick, warmup }) {
  const counts = quick ? QUICK : COUNTS;
  const { seconds, rounds } = quick ? { seconds: 0.3, rounds: 1 } : { seconds: 1.5, rounds: 4 };
  const options = { dist, load, watchers, seconds, rounds, warmup };
  const objects = told(await measureObjects({ ...options, counts: counts.objects }));
  const definitions = told(await measureDefinitions({ ...options, counts: counts.definitions }));
  const watching = told(await measureWatching({ ...options, counts: counts.watching }));
  const goals = goalsOfGrowth(objects);
  return { report: growthReport({ objects, definitions, watching, goals, seconds, rounds }), goals };
}

/** So that not everything is lost when a later part fails. */
function told(rows) {
  for (const { server: _, ...row } of rows) process.stderr.write(`${JSON.stringify(row)}\n`);
  return rows;
}
