import { StatusError } from "../../../api/status.ts";
import { stringify } from "../../../json/stringify.ts";
import type { PluginContext } from "../../hook.ts";
import type { PolicyBinding, ValidatingPolicy } from "../../policy-hook.ts";
import { forbid } from "../builtin/forbid.ts";

/** Why a validating policy refuses a request. */
export interface Denial {
  readonly policy: ValidatingPolicy;
  /** Undefined: the policy itself cannot be asked. */
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

/** What the client sees: worded as a 403, with the code of its reason. */
export function denialError(
  { policy, binding, message, reason }: Denial,
  request: Pick<PluginContext, "attributes" | "object" | "name">,
): StatusError {
  const whose = binding === undefined ? "" : ` with binding '${binding.name}'`;
  const text = `ValidatingAdmissionPolicy '${policy.name}'${whose} denied request: ${message}`;
  const { status } = forbid(request, text, [{ message: text }]);
  return new StatusError({ ...status, reason: reason || "Invalid", code: CODES[reason] ?? 422 });
}

/** Audit annotation of validations that do not hold. */
export const FAILURE_KEY = "validation.policy.admission.k8s.io/validation_failure";

/** Its value: a list, of which more than one has never been seen. */
export function failureText(
  { policy, binding, message }: Pick<Denial, "policy" | "binding" | "message">,
  expressionIndex: number,
): string {
  const failure = {
    message,
    policy: policy.name,
    binding: binding?.name ?? "",
    expressionIndex,
    validationActions: [...(binding?.actions ?? [])],
  };
  return stringify([failure]);
}
