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

const policiesIn = ({ askedPolicies }: Verdict): RefusedBy[] =>
  askedPolicies.filter(refusesAsPolicy).map(({ policy, binding }) => ({
    kind: "policy",
    of: `${POLICY_KINDS[policy.phase]}/${policy.name}`,
    name: binding?.name ?? "",
  }));

const refusesAsPolicy = ({ checks, problem, conditions, policy, filter }: PolicyLine): boolean =>
  checks.some(({ actions }) => actions.includes("deny")) ||
  (policy.failurePolicy === "Fail" &&
    filter === undefined &&
    (problem !== undefined || conditions?.kind === "error"));

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
