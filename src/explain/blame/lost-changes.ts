import { fewOf } from "../../report/few-of.ts";
import type { Cause, Step } from "../explanation.ts";
import type { Sources } from "../sources.ts";
import { stepCause } from "../steps/step-cause.ts";
import type { Blame, FieldWriter, LostValue } from "./field-writer.ts";

/** Adds to the step of a webhook or a policy what it wrote in vain. */
export function withLost(step: Step, blame: Blame | undefined): Step {
  if (step.kind === "plugin" || !step.called) return step;
  const lost = blame?.lost.filter(({ from }) => isBy(step, from)) ?? [];
  return lost.length === 0 ? step : { ...step, lost };
}

const isBy = (
  step: Exclude<Step, { kind: "plugin" }>,
  { kind, name, configuration, round }: FieldWriter,
): boolean =>
  step.kind === kind &&
  step.name === name &&
  step.round === round &&
  (step.kind === "policy" || step.configuration === configuration);

/** Causes for changes of webhooks and policies that the server did not store, one for each rule. */
export function lostChanges(steps: readonly Step[], sources: Sources): Cause[] {
  return steps.flatMap((step) => {
    if (step.kind === "plugin") return [];
    const byRule = new Map<string, LostValue[]>();
    for (const one of step.lost ?? [])
      if (one.how === "not stored") byRule.set(one.why, [...(byRule.get(one.why) ?? []), one]);
    return [...byRule].map(([why, values]) => causeOf(step, why, values, sources));
  });
}

const MOST = 3;

function causeOf(
  step: Exclude<Step, { kind: "plugin" }>,
  why: string,
  values: readonly LostValue[],
  sources: Sources,
): Cause {
  const paths = values.map(({ path }) => path);
  const message = `not stored: it set ${fewOf(paths, MOST)}, but ${why}`;
  const path = [step.kind === "webhook" ? "rules" : "mutations"];
  return { ...stepCause(step, sources, { code: "not-stored", message, path }), saw: paths };
}
