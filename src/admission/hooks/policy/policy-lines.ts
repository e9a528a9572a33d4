import type { KubeObject } from "../../../api/meta.ts";
import { type ComposedEvaluation, OUT_OF_BUDGET } from "../../../cel/kubernetes/composed-evaluation.ts";
import type { ConditionResult } from "../../../cel/kubernetes/match-conditions.ts";
import type { Filter } from "../../match/should-call.ts";
import type { CompiledPolicy, PolicyBinding } from "../../policy-hook.ts";
import type { PhaseName, PolicyCheck, PolicyLine } from "../../verdict.ts";
import type { Resolved } from "./resolve.ts";

/** A line of the verdict that is still being written. */
export class PolicyEntry implements PolicyLine {
  readonly policy: CompiledPolicy;
  readonly binding: PolicyBinding | undefined;
  readonly param: string | undefined;
  readonly phase: PhaseName;
  readonly round: 0 | 1;
  filter: Filter | undefined;
  conditions: ConditionResult | undefined;
  problem: string | undefined;
  checks: readonly PolicyCheck[] = NO_CHECKS;
  evaluation: ComposedEvaluation | undefined;

  constructor(
    about: { readonly policy: CompiledPolicy; readonly binding?: PolicyBinding },
    param: KubeObject | null,
    phase: PhaseName,
    round: 0 | 1,
  ) {
    this.policy = about.policy;
    this.binding = about.binding;
    this.param = param === null ? undefined : paramName(param);
    this.phase = phase;
    this.round = round;
  }
}

const NO_CHECKS: readonly PolicyCheck[] = Object.freeze([]);

/** Returns the line of a policy that is not evaluated. */
export function unaskedLine<P extends CompiledPolicy>(
  resolved: Exclude<Resolved<P>, { kind: "ask" }>,
  phase: PhaseName,
  round: 0 | 1,
): PolicyLine {
  const entry = new PolicyEntry(resolved, null, phase, round);
  if (resolved.kind === "skip") entry.filter = resolved.filter;
  else entry.problem = resolved.message;
  return entry;
}

function paramName({ metadata: { namespace = "", name = "" } }: KubeObject): string {
  return namespace === "" ? name : `${namespace}/${name}`;
}

/** Returns the type of an error for the metrics, which kube-apiserver derives from the beginning of its text. */
export function errorTypeOf(message: string): PolicyCheck["errorType"] {
  if (message.startsWith("compilation")) return "compile_error";
  return message.startsWith(OUT_OF_BUDGET.split(",")[0]!) ? "out_of_budget" : "invalid_error";
}
