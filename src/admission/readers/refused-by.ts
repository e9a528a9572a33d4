import { POLICY_KINDS, WEBHOOK_KINDS } from "../../api/hook-kinds.ts";
import type { CallLine, PolicyLine, Verdict } from "../verdict.ts";

/** A plugin, policy or webhook that refused a request. */
export interface RefusedBy {
  readonly kind: "webhook" | "policy" | "plugin";
  /** `ValidatingWebhookConfiguration/name`, `MutatingAdmissionPolicy/name`; empty for a plugin. */
  readonly of: string;
  /** Name of the webhook, the binding or the plugin. */
  readonly name: string;
}

/**
 * Returns the plugins, policies and webhooks that refused the request, in the order of the chain; empty: it
 * was admitted.
 */
export const refusedBy = (verdict: Verdict): RefusedBy[] => [
  ...pluginsIn(verdict),
  ...policiesIn(verdict),
  ...webhooksIn(verdict),
];

const pluginsIn = ({ plugins }: Verdict): RefusedBy[] =>
  plugins
    .filter(({ kind, error }) => kind === "builtin" && error !== undefined)
    .map(({ plugin }) => ({ kind: "plugin", of: "", name: plugin }));

const policiesIn = (verdict: Verdict): RefusedBy[] =>
  verdict.askedPolicies
    .filter((line) => refusesAsPolicy(line, verdict))
    .map(({ policy, binding }) => ({
      kind: "policy",
      of: `${POLICY_KINDS[policy.phase]}/${policy.name}`,
      name: binding?.name ?? "",
    }));

/**
 * True if the request was refused because of this line. A failed mutation is counted as a denial even if failurePolicy
 * Ignore lets the request pass; only an error that ends the phase refuses it then.
 */
export function refusesAsPolicy(
  { checks, problem, conditions, policy }: PolicyLine,
  { plugins }: Pick<Verdict, "plugins">,
): boolean {
  const denials = checks.filter(({ actions }) => actions.includes("deny"));
  if (policy.phase === "validating")
    return denials.length > 0 || (policy.failurePolicy === "Fail" && problem !== undefined);
  if (policy.failurePolicy === "Fail")
    return denials.length > 0 || problem !== undefined || conditions?.kind === "error";
  return denials.some(({ message }) =>
    plugins.some(
      ({ kind, phase, error }) => kind === "policy" && phase === "admit" && error?.message === message,
    ),
  );
}

const webhooksIn = ({ asked }: Verdict): RefusedBy[] =>
  asked
    .filter(({ call, error }) => error !== undefined || (call !== undefined && isRefusal(call)))
    .map(({ hook }) => ({
      kind: "webhook",
      of: `${WEBHOOK_KINDS[hook.phase]}/${hook.configuration}`,
      name: hook.name,
    }));

const isRefusal = ({ outcome }: CallLine): boolean =>
  outcome.kind === "failed" ? !outcome.ignored : outcome.kind !== "allowed";
