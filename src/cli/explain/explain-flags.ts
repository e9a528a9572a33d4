import type { PatchType } from "../../api/exchange/patch-media-types.ts";
import type { RequestFlags } from "../../explain/offline/request-spec.ts";
import { nonNegativeDurationFlag } from "../flags/durations.ts";
import { overridesOf } from "../flags/service-overrides.ts";
import type { ColorWhen } from "../terminal.ts";

/** Flags of `sallyport explain`, as commander reads them. */
export interface ExplainFlags extends RequestFlags {
  readonly filename: readonly string[];
  readonly kustomize?: readonly string[];
  readonly old?: string;
  readonly patch?: PatchType;
  readonly asGroup: readonly string[];
  readonly call?: boolean;
  readonly service: readonly string[];
  readonly handlers?: string;
  readonly answers?: string;
  readonly error?: string;
  readonly last?: boolean;
  readonly auditId?: string;
  readonly shadow?: string;
  readonly recorded?: string;
  readonly kubeconfig?: string;
  readonly kubernetesVersion?: string;
  readonly webhook?: string;
  readonly blame?: boolean;
  readonly stored?: string;
  readonly exitCode?: boolean;
  readonly precondition: readonly string[];
  readonly option: readonly string[];
  readonly output: "text" | "json";
  readonly color: ColorWhen;
}

/** Throws an Error that names the flag that is wrong: else the server's refusal of it would look like a decision. */
export function checkExplainFlags(flags: ExplainFlags): void {
  const { as, timeout, service, stored, blame, patch, operation, forceConflicts, call, kubeconfig } = flags;
  if (patch !== undefined && operation !== undefined)
    throw new Error("--operation: a patch is an UPDATE, and an apply creates what is not there");
  if (patch !== undefined && call && kubeconfig !== undefined)
    throw new Error("--patch is decided here: --call sends no patch to a server");
  if (patch === undefined && forceConflicts) throw new Error("--force-conflicts is for --patch apply");
  if (stored !== undefined && !blame)
    throw new Error("--stored is for --blame: it shows who wrote each field of a stored object");
  if (as === "") throw new Error("--as: the name of a user cannot be empty");
  if (timeout !== undefined) nonNegativeDurationFlag("--timeout", timeout, "5s");
  overridesOf(service);
}
