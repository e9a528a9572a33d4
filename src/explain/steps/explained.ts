import type { CallOutcome, ObjectChange } from "../../admission/verdict.ts";
import { POLICY_KINDS, WEBHOOK_KINDS } from "../../api/hook-kinds.ts";
import type { Json } from "../../json/value.ts";
import type { Cause, CauseCode, ExplainedCall, Step } from "../explanation.ts";
import { type Path, placeIn, type Sources } from "../sources.ts";
import { indexOfWebhook } from "../subject.ts";

/** A step with its finding: its cause, if that is a mistake, or if a plugin refused the request. */
export interface Explained<S> {
  readonly step: S;
  readonly finding: Cause | undefined;
  /** True if the step refused the request; its finding comes first. */
  readonly refused: boolean;
}

/** A cause. If it is a mistake, it is one of the findings even when the caller did not name the hook. */
export interface Reason {
  readonly cause: Cause;
  readonly isMistake: boolean;
}

/** The reason is a mistake. */
export const mistake = (cause: Cause): Reason => ({ cause, isMistake: true });
/** The reason may be meant so. */
export const choice = (cause: Cause): Reason => ({ cause, isMistake: false });

interface Owner {
  readonly kind: string;
  readonly name: string;
  readonly webhook?: string;
  /** The part of the object that paths of causes begin at: one webhook of a configuration. */
  readonly path?: Path;
}

/** Builds a cause at a place of its owner. */
export type MakeCause = (code: CauseCode, message: string, below: Path, saw?: Json, fix?: string) => Cause;

/** Builds causes of a policy and of its binding. */
export type MakePolicyCause = Readonly<Record<"policy" | "binding", MakeCause>>;

/** Returns the builder of the causes of one webhook, policy or binding. */
export function causeMaker({ kind, name, webhook = "", path = [] }: Owner, sources: Sources): MakeCause {
  return (code, message, below, saw = null, fix = "") => {
    const at = placeIn(sources.find(kind, name), [...path, ...below]);
    return { code, of: `${kind}/${name}`, webhook, message, saw, at, fix };
  };
}

/** Returns the builder of the causes of a step. */
export function stepCause(step: Exclude<Step, { kind: "plugin" }>, sources: Sources): MakeCause {
  const { name } = step;
  if (step.kind === "policy")
    return causeMaker({ kind: POLICY_KINDS[step.phase], name, path: ["spec"] }, sources);
  const [kind, { configuration }] = [WEBHOOK_KINDS[step.phase], step];
  const path = ["webhooks", indexOfWebhook(sources.find(kind, configuration), name)];
  return causeMaker({ kind, name: configuration, webhook: name, path }, sources);
}

interface Replaced {
  /** The old value in words; empty if there is none. */
  readonly from: string;
  readonly to: string;
  /** The new value, if it is not the text `to`. */
  readonly value?: Json;
  /** True if the change alone is enough for the hook to be called. */
  readonly called: boolean;
}

/** Adds the change of the value at the place of a cause. `fix` is the line to write, if it is not the value alone. */
export function withChange(cause: Cause, { from, to, value = to, called }: Replaced, fix = to): Cause {
  const { of, at } = cause;
  const [op, says] =
    from === "" ? (["add", `add ${to}`] as const) : (["replace", `replace ${from} with ${to}`] as const);
  return { ...cause, fix, changes: [{ op, of, at, value, says, called }] };
}

/** Converts an outcome; `rejected` is called `denied` in the output. */
export const outcomeOf = ({ kind }: CallOutcome): ExplainedCall["outcome"] =>
  kind === "rejected" ? "denied" : kind;

/** Returns the outcome of a call with its status and text. */
export function answerOf(outcome: CallOutcome) {
  const error = outcome.kind === "rejected" || outcome.kind === "error" ? outcome.error : undefined;
  const failed = outcome.kind === "failed" ? outcome : undefined;
  const code = error?.code ?? failed?.code ?? 200;
  return { outcome: outcomeOf(outcome), code, message: error?.message ?? failed?.reason ?? "" };
}

/** True for a change by the webhook or the policy of a step. */
export const isChangeOf = (step: Step, change: ObjectChange): boolean =>
  change.kind === "webhook"
    ? step.kind === "webhook" && change.hook.name === step.name
    : change.kind === "policy" && step.kind === "policy" && change.policy.name === step.name;
