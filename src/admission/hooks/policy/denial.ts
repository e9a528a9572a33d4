import { StatusError } from "../../../api/status.ts";
import { stringify } from "../../../json/stringify.ts";
import type { PluginContext } from "../../hook.ts";
import type { CompiledPolicy, PolicyBinding } from "../../policy-hook.ts";
import { forbid } from "../builtin/forbid.ts";

/** Refusal by a validating policy, or failure of a mutating one, which refuses the request by its failurePolicy. */
export interface Denial {
  readonly policy: CompiledPolicy;
  /** Undefined: the policy itself cannot be evaluated. */
  readonly binding: PolicyBinding | undefined;
  readonly message: string;
  /** Empty: Invalid for validating policies, Forbidden for mutating ones. */
  readonly reason: string;
}

type Request = Pick<PluginContext, "attributes" | "object" | "name">;

const CODES: Readonly<Record<string, number>> = {
  Unauthorized: 401,
  Forbidden: 403,
  RequestEntityTooLarge: 413,
};

/** Error for the client about a validating policy: in the words of a 403, with the code of its reason. */
export function denialError({ policy, binding, message, reason }: Denial, request: Request): StatusError {
  const whose = binding === undefined ? "" : ` with binding '${binding.name}'`;
  const text = `ValidatingAdmissionPolicy '${policy.name}'${whose} denied request: ${message}`;
  const { status } = forbid(request, text, [{ message: text }]);
  return new StatusError({ ...status, reason: reason || "Invalid", code: CODES[reason] ?? 422 });
}

/**
 * Returns the error for the client about the failures of mutating policies with failurePolicy Fail: the text of the
 * first, and all of them as causes.
 */
export function failuresError(failures: readonly Denial[], request: Request): StatusError | undefined {
  const serious = failures.filter(({ policy }) => policy.failurePolicy === "Fail");
  const [first] = serious;
  if (first === undefined) return undefined;
  const { status } = forbid(
    request,
    "",
    serious.map((failure) => ({ message: textOf(failure) })),
  );
  return new StatusError({ ...status, message: textOf(first), reason: first.reason || "Forbidden" });
}

function textOf({ policy, binding, message }: Denial): string {
  return binding === undefined
    ? `policy "${policy.name}" denied request: ${message}`
    : `policy '${policy.name}' with binding '${binding.name}' denied request: ${message}`;
}

/** Key of the audit annotation about failed validations. */
export const FAILURE_KEY = "validation.policy.admission.k8s.io/validation_failure";

/** Failed validations that the annotation lists at most. */
const MAX_FAILURES = 50;

/** A failed validation of a binding with the action Audit. */
export interface AuditedFailure extends Pick<Denial, "policy" | "binding" | "message"> {
  /** Place of the expression in the policy. */
  readonly index: number;
}

/** Returns the value of that annotation: a list of the first failures of all policies. */
export function failureText(failures: readonly AuditedFailure[]): string {
  return stringify(
    failures.slice(0, MAX_FAILURES).map(({ policy, binding, message, index }) => ({
      message,
      policy: policy.name,
      binding: binding?.name ?? "",
      expressionIndex: index,
      validationActions: [...(binding?.actions ?? [])],
    })),
  );
}
