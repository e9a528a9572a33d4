import type { CompiledSelector } from "../admission/rule.ts";
import type { HookLine, ObjectChange, Verdict } from "../admission/verdict.ts";
import { POLICY_KINDS, WEBHOOK_KINDS } from "../api/hook-kinds.ts";

/** A plugin, webhook or policy that changed a label of the object. */
export interface LabelChange {
  /** `webhook a.example.com of MutatingWebhookConfiguration/a`, `MutatingAdmissionPolicy a`, `the plugin a`. */
  readonly who: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** Returns the first change of a label in the mutating phase, before the line if there is one; undefined if there is none. */
export const labelChange = (key: string, verdict: Verdict, until?: HookLine): LabelChange | undefined =>
  firstOf(key, verdict.changes.slice(0, positionOf(until, verdict)));

/** Returns the first change of a label by a webhook, which comes after all policies; undefined if there is none. */
export const webhookLabelChange = (key: string, { changes }: Verdict): LabelChange | undefined =>
  firstOf(
    key,
    changes.filter(({ kind }) => kind === "webhook"),
  );

/** Returns the first change of a label after a line of the mutating phase; undefined if there is none. */
export const laterLabelChange = (key: string, verdict: Verdict, line: HookLine): LabelChange | undefined =>
  firstOf(key, verdict.changes.slice(positionOf(line, verdict)));

/**
 * True if a mutating policy chooses objects by a label and writes labels: with another value of the label, it may do
 * something else than in this request.
 */
export const decidesPolicies = (key: string, { plan }: Verdict): boolean =>
  plan.mutatingPolicies.some(({ policy, bindings }) => {
    const selectors = [policy.criteria, ...bindings.flatMap(({ criteria }) => criteria ?? [])];
    const texts = policy.mutations.map(({ expression }) => expression);
    const isChosen =
      selectors.some(({ objectSelector }) => selectsBy(objectSelector, key)) ||
      [...policy.conditions.map(({ expression }) => expression), ...texts].some((one) => one.includes(key));
    return isChosen && texts.some((one) => one.includes("labels"));
  });

const selectsBy = (selector: CompiledSelector, key: string): boolean =>
  selector.kind === "selector" && selector.selector.requirements.some((one) => one.key === key);

/** Number of changes before a line: the first one after it has the object that the line saw. */
function positionOf(line: HookLine | undefined, { changes }: Verdict): number {
  const next = line === undefined ? -1 : changes.findIndex(({ before }) => before === line.object);
  return next < 0 ? changes.length : next;
}

function firstOf(key: string, changes: readonly ObjectChange[]): LabelChange | undefined {
  for (const change of changes) {
    const before = change.before?.metadata?.labels?.[key];
    const after = change.after.metadata?.labels?.[key];
    if (after !== before) return { who: whoOf(change), before, after };
  }
  return undefined;
}

function whoOf(change: ObjectChange): string {
  switch (change.kind) {
    case "plugin":
      return `the plugin ${change.name}`;
    case "policy":
      return `${POLICY_KINDS.mutating} ${change.policy.name}`;
    case "webhook":
      return `webhook ${change.hook.name} of ${WEBHOOK_KINDS.mutating}/${change.hook.configuration}`;
  }
}
