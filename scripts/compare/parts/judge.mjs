import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../parts/shared.mjs";
import { printDifferences } from "./replay.mjs";

/** Steps known to differ, by name, each with its reason. `level`: the list has one part for each level. */
export function readKnown(file, level) {
  const lists = JSON.parse(readFileSync(join(ROOT, file), "utf8"));
  return (level === undefined ? lists : lists[level]) ?? {};
}

/**
 * Compares what differs with the list of what is known to differ. Says what should not be: another step that differs, a
 * listed one that agrees and, after a whole run, a listed one that never came; so the list is always true.
 */
export function judge(steps, { known, file, whole, verbose }) {
  const names = Object.keys(known);
  const unexpected = [...steps].filter(([name, step]) => !step.agree && !(name in known));
  const agreeing = names.filter((name) => steps.get(name)?.agree === true);
  const gone = whole ? names.filter((name) => !steps.has(name)) : [];
  for (const [name, step] of steps)
    if (!step.agree && (verbose || !(name in known))) printDifferences(name, step);
  for (const name of agreeing) console.log(`agrees now, remove it from ${file}: ${name}`);
  for (const name of gone) console.log(`not recorded, remove it from ${file}: ${name}`);
  const listed = [...steps].filter(([name, step]) => !step.agree && name in known).length;
  const agreed = [...steps.values()].filter((step) => step.agree).length;
  return { agreed, listed, mistakes: unexpected.length + agreeing.length + gone.length };
}
