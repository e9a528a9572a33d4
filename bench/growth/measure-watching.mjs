import { measureWatchers } from "../parts/measure-watchers.mjs";
import { median } from "../parts/report.mjs";

/** Writes of pods beside more and more watchers, each of another node. */
export async function measureWatching({ counts, ...options }) {
  const rows = [];
  for (const count of counts) {
    const { rows: found, fanOut } = await measureWatchers({ ...options, count, kinds: 1, writes: 16 });
    const [{ watched, plain, residentMb }] = found;
    const of = (results, field) => median(results.map((result) => result[field]));
    rows.push({
      count,
      perSecond: of(watched, "perSecond"),
      micros: of(watched, "micros"),
      microsWithout: of(plain, "micros"),
      residentMb,
      eventsPerSecond: fanOut.eventsPerSecond,
    });
  }
  return rows;
}
