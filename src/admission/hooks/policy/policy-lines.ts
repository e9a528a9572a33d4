import type { KubeObject } from "../../../api/meta.ts";
import { OUT_OF_BUDGET } from "../../../cel/composed-evaluation.ts";
import type { CompiledPolicy } from "../../policy-hook.ts";
import type { PhaseName, PolicyCheck, PolicyLine } from "../../verdict.ts";
import type { Resolved } from "./resolve.ts";

/** The line of a policy that is not asked. */
export function unaskedLine<P extends CompiledPolicy>(
  resolved: Exclude<Resolved<P>, { kind: "ask" }>,
  phase: PhaseName,
  round: 0 | 1,
): PolicyLine {
  const { policy, binding } = resolved;
  const about = { policy, phase, round, ...(binding && { binding }) };
  return resolved.kind === "skip"
    ? { ...about, filter: resolved.filter }
    : { ...about, problem: resolved.message };
}

/** `namespace/name`, or the name of what has no namespace. */
export function paramName({ metadata: { namespace = "", name = "" } }: KubeObject): string {
  return namespace === "" ? name : `${namespace}/${name}`;
}

/** As the reference's metrics sort errors: by how their texts begin. */
export function errorTypeOf(message: string): PolicyCheck["errorType"] {
  if (message.startsWith("compilation")) return "compile_error";
  return message.startsWith(OUT_OF_BUDGET.split(",")[0] as string) ? "out_of_budget" : "invalid_error";
}
