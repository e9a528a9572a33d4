import type { CallLine, PolicyLine, Verdict } from "../admission/verdict.ts";
import { POLICY_KINDS, WEBHOOK_KINDS } from "../explain/subject.ts";
import type { Decider } from "../recording/recording.ts";

/** Who refused a request; the server itself where no hook did. `reason`: of its answer. */
export function decidersOf(verdicts: readonly Verdict[], reason: string): Decider[] {
  const found = verdicts.flatMap((verdict) => [
    ...pluginsIn(verdict),
    ...policiesIn(verdict),
    ...webhooksIn(verdict),
  ]);
  return found.length > 0 ? found : [{ kind: "server", of: "", name: reason }];
}

const pluginsIn = ({ plugins }: Verdict): Decider[] =>
  plugins
    .filter(({ kind, error }) => kind === "builtin" && error !== undefined)
    .map(({ plugin }) => ({ kind: "plugin", of: "", name: plugin }));

const policiesIn = ({ policies }: Verdict): Decider[] =>
  policies.filter(refusesAsPolicy).map(({ policy, binding }) => ({
    kind: "policy",
    of: `${POLICY_KINDS[policy.phase]}/${policy.name}`,
    name: binding?.name ?? "",
  }));

const refusesAsPolicy = ({ checks, problem, conditions, policy, filter }: PolicyLine): boolean =>
  checks.some(({ actions }) => actions.includes("deny")) ||
  (policy.failurePolicy === "Fail" &&
    filter === undefined &&
    (problem !== undefined || conditions?.kind === "error"));

const webhooksIn = ({ hooks }: Verdict): Decider[] =>
  hooks
    .filter(({ call, error }) => error !== undefined || (call !== undefined && isRefusal(call)))
    .map(({ hook }) => ({
      kind: "webhook",
      of: `${WEBHOOK_KINDS[hook.phase]}/${hook.configuration}`,
      name: hook.name,
    }));

const isRefusal = ({ outcome }: CallLine): boolean =>
  outcome.kind === "failed" ? !outcome.ignored : outcome.kind !== "allowed";
