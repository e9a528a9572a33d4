import { fewOf } from "../../report/few-of.ts";
import type { CauseCode, Step } from "../explanation.ts";
import type { Paint } from "./paint.ts";

/** Reasons for which a webhook or policy is for other requests; the text of a fold. */
const FAR: Readonly<Partial<Record<CauseCode, string>>> = {
  rules: "no rule matches",
  group: "their rules have other groups",
  resource: "their rules have other resources",
};
/** Up to this number, each has a line of its own. */
const MOST_SINGLE = 3;
const MOST_NAMES = 3;

/** Webhooks or policies that were not called for the same reason. */
interface Fold {
  readonly why: string;
  readonly names: readonly string[];
}

/** Folds the steps that are far from the request, if there are many with the same reason. */
export function foldedSteps(steps: readonly Step[]): { readonly single: Step[]; readonly folded: Fold[] } {
  const far = new Map<string, Step[]>();
  for (const step of steps) {
    const why = reasonOf(step);
    if (why !== undefined) far.set(why, [...(far.get(why) ?? []), step]);
  }
  const many = [...far].filter(([, all]) => all.length > MOST_SINGLE);
  const left = new Set(many.flatMap(([, all]) => all));
  const folded = many.map(([why, all]) => ({ why, names: all.map(({ name }) => name) }));
  return { single: steps.filter((step) => !left.has(step)), folded };
}

const reasonOf = (step: Step): string | undefined =>
  step.kind === "plugin" || step.called || step.why === undefined ? undefined : FAR[step.why.code];

/** `– 41 not called, no rule matches: a, b, c and 38 more`. */
export function foldText({ why, names }: Fold, paint: Paint): string {
  return `  ${paint.dim("–")} ${names.length} not called, ${why}: ${fewOf(names, MOST_NAMES)}`;
}
