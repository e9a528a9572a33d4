import { StatusError } from "../../../api/status.ts";
import { stringify } from "../../../json/stringify.ts";
import type { PluginContext } from "../../hook.ts";
import type { PolicyBinding, ValidatingPolicy } from "../../policy-hook.ts";
import { forbid } from "../builtin/forbid.ts";

/** Refusal of a request by a validating policy. */
export interface Denial {
  readonly policy: ValidatingPolicy;
  /** Undefined: the policy itself cannot be evaluated. */
  readonly binding: PolicyBinding | undefined;
  readonly message: string;
  /** Empty: Invalid. */
  readonly reason: string;
}

const CODES: Readonly<Record<string, number>> = {
  Unauthorized: 401,
  Forbidden: 403,
  RequestEntityTooLarge: 413,
};

/** Error for the client: in the words of a 403, with the code of its reason. */
export function denialError(
  { policy, binding, message, reason }: Denial,
  request: Pick<PluginContext, "attributes" | "object" | "name">,
): StatusError {
  const whose = binding === undefined ? "" : ` with binding '${binding.name}'`;
  const text = `ValidatingAdmissionPolicy '${policy.name}'${whose} denied request: ${message}`;
  const { status } = forbid(request, text, [{ message: text }]);
  return new StatusError({ ...status, reason: reason || "Invalid", code: CODES[reason] ?? 422 });
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
