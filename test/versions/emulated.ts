import type { Step } from "../../tools/differential/case.ts";
import type { KeptAnswer, KeptCase } from "../../tools/differential/kept.ts";
import * as emulated from "../../tools/differential/scenarios/kinds/emulated.ts";
import * as others from "../../tools/differential/scenarios/kinds/emulated-others.ts";

/** Values of `--emulated-version`, the newest first. */
export const VERSIONS = ["1.37", "1.36", "1.35", "1.34"];

/** Requests whose answers depend on the version. */
export const EMULATED = [...Object.values(emulated), ...Object.values(others)].map((make) => make());

/** A scenario with the answers of each version; one that is not there is as in the next newer version. */
export interface KeptVersions {
  readonly title: string;
  readonly steps: readonly (Step & { readonly answers?: Readonly<Record<string, KeptAnswer>> })[];
}

/** `cases`: by version. */
export function mergedVersions(title: string, cases: ReadonlyMap<string, KeptCase>): KeptVersions {
  const all = VERSIONS.map((version) => ({ version, steps: cases.get(version)?.steps ?? [] }));
  const steps = (all[0]?.steps ?? []).map(({ answer: _, ...step }, i) => {
    const answers: Record<string, KeptAnswer> = {};
    let newer = "";
    for (const { version, steps } of all) {
      const answer = steps[i]?.answer;
      const text = JSON.stringify(answer);
      if (answer !== undefined && text !== newer) answers[version] = answer;
      newer = text;
    }
    return Object.keys(answers).length === 0 ? step : { ...step, answers };
  });
  return { title, steps };
}

/** The answers of one version. */
export function keptOf({ title, steps }: KeptVersions, version: string): KeptCase {
  const newest = VERSIONS.slice(0, VERSIONS.indexOf(version) + 1).reverse();
  return {
    title,
    area: "versions",
    alone: true,
    steps: steps.map(({ answers = {}, ...step }) => {
      const known = newest.find((one) => answers[one] !== undefined);
      const answer = known === undefined ? undefined : answers[known];
      return answer === undefined ? step : { ...step, answer };
    }),
  };
}

/** A line for each step. */
export const versionsText = ({ title, steps }: KeptVersions): string =>
  `{\n "title": ${JSON.stringify(title)},\n "steps": [\n${steps.map((step) => `  ${JSON.stringify(step)}`).join(",\n")}\n ]\n}\n`;
