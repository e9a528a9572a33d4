import { StatusError } from "../../../api/status.ts";
import type { PluginContext } from "../../hook.ts";
import type { CompiledPolicy, PolicyBinding } from "../../policy-hook.ts";
import { forbid } from "../builtin/forbid.ts";

/** Failure of a mutating policy; failurePolicy decides if it refuses the request. */
export interface PolicyFailure {
  readonly policy: CompiledPolicy;
  /** Undefined: the policy itself cannot be evaluated. */
  readonly binding: PolicyBinding | undefined;
  readonly message: string;
  /** Empty: Forbidden. */
  readonly reason: string;
}

/**
 * Returns the error for the client about the failures of policies with failurePolicy Fail: the text of the
 * first, and all of them as causes.
 */
export function failuresError(
  failures: readonly PolicyFailure[],
  request: Pick<PluginContext, "attributes" | "object" | "name">,
): StatusError | undefined {
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

function textOf({ policy, binding, message }: PolicyFailure): string {
  return binding === undefined
    ? `policy "${policy.name}" denied request: ${message}`
    : `policy '${policy.name}' with binding '${binding.name}' denied request: ${message}`;
}
