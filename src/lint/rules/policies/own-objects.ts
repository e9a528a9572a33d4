import type { PolicyLine } from "../../../admission/verdict.ts";
import { type Group, groupBy } from "../../../async/groups.ts";
import { fewOf } from "../../../report/few-of.ts";
import { type Workload, workloadsIn, workloadText } from "../../bring-up/backend.ts";
import { planOf } from "../../bring-up/bring-up.ts";
import { podWrites, type Write } from "../../bring-up/recovery-writes.ts";
import type { BindingEntry, PolicyEntry } from "../../model/configurations.ts";
import type { Model } from "../../model/model.ts";
import { kindOf, nameOf, namespaceOf } from "../../model/names.ts";
import { refusedParams } from "../../policies/refused-params.ts";
import type { Rehearsal } from "../../policies/rehearsal.ts";
import { resourceText } from "../../requests/lint-request.ts";
import { Namespaces } from "../../requests/namespaces.ts";
import { Asked } from "../../requests/player.ts";
import type { Problem, Rule } from "../../rule.ts";

/** Highest number of workloads whose pods are tried: each takes some milliseconds. */
const MOST_WORKLOADS = 60;
/** Highest number of workloads that are named in one message. */
const MOST_NAMED = 3;

/**
 * Reports a policy that denies the pods of workloads among the manifests: these pods are never created, or
 * not again.
 */
export const deniesOwnPods: Rule = {
  id: "denies-own-pods",
  severity: "error",
  summary: "A validating policy denies the pods of workloads in the manifests",
  async check(model) {
    const policies = policiesThatDeny(model);
    const workloads = policies.length === 0 ? [] : await untouched(model);
    if (workloads.length === 0) return [];
    // Loaded only when needed: few inputs have policies, and a control plane takes time to load.
    const { Rehearsal } = await import("../../policies/rehearsal.ts");
    const rehearsal = await Rehearsal.start(model.manifests, model.features);
    try {
      const denied: Denied[] = [];
      for (const one of workloads) denied.push(...(await deniedBy(rehearsal, policies, one, model)));
      const same = groupBy(denied, ({ policy, index }) => `${nameOf(policy.of)} ${index}`);
      return [...same.values()].map(problemOf);
    } finally {
      await rehearsal.stop();
    }
  },
};

interface Denied {
  readonly policy: PolicyEntry;
  readonly index: number;
  readonly message: string;
  readonly workload: Workload;
}

interface Tried {
  readonly workload: Workload;
  readonly write: Write;
}

/** Returns the policies whose bindings deny, and whose result depends only on the manifests. */
function policiesThatDeny(model: Model): PolicyEntry[] {
  return model.policies.filter((policy) => {
    const bindings = bindingsOf(policy, model);
    const isDenying = bindings.some(({ binding }) => binding.actions.includes("Deny"));
    const asksForRights = /\bauthorizer\b/.test(JSON.stringify(policy.of.object.spec));
    const isKnown =
      policy.policy.paramKind === undefined ||
      bindings.every(({ binding }) => binding.paramRef === undefined || hasParam(policy, binding, model));
    return policy.phase === "validating" && isDenying && !asksForRights && isKnown;
  });
}

const bindingsOf = ({ phase, name }: PolicyEntry, { bindings }: Model): BindingEntry[] =>
  bindings.filter((one) => one.phase === phase && one.binding.policyName === name);

function hasParam(
  { policy: { paramKind } }: PolicyEntry,
  { paramRef }: BindingEntry["binding"],
  model: Model,
): boolean {
  const { kind = "" } = paramKind ?? {};
  const name = paramRef?.name ?? "";
  return model.complete || model.of(kind).some((one) => name === "" || nameOf(one) === name);
}

/**
 * Returns the workloads whose pods no mutating webhook receives: a webhook could change them so that policies
 * accept them.
 */
async function untouched(model: Model): Promise<Tried[]> {
  const namespaces = new Namespaces(model);
  const asked = new Asked({
    registry: model.registry,
    plan: planOf(model),
    labelsOf: namespaces.labelsOf,
  });
  const places = new Set(
    ["Deployment", "StatefulSet", "DaemonSet"].flatMap((kind) => model.of(kind).map(namespaceOf)),
  );
  const found: Tried[] = [];
  for (const place of places)
    for (const workload of workloadsIn(model, place || "default")) {
      const [write] = podWrites(workload, model);
      const isOwn = namespaceOf(workload.of) === place;
      if (!isOwn || write === undefined || found.length >= MOST_WORKLOADS) continue;
      const hooks = await asked.about(write.request);
      if (hooks.every(({ phase }) => phase !== "mutating")) found.push({ workload, write });
    }
  return found;
}

async function deniedBy(
  rehearsal: Rehearsal,
  policies: readonly PolicyEntry[],
  { workload, write }: Tried,
  model: Model,
): Promise<Denied[]> {
  const result = await rehearsal.create(write);
  if (result === undefined || !result.isRefused) return [];
  return result.lines.flatMap((line) => {
    const policy = policies.find(
      ({ name, phase }) => name === line.policy.name && phase === line.policy.phase,
    );
    if (policy === undefined || !isCertain(policy, workload, model)) return [];
    return denials(line).map(({ index, message }) => ({ policy, index, message, workload }));
  });
}

const denials = ({ checks }: PolicyLine): { index: number; message: string }[] =>
  checks
    .filter(({ actions }) => actions.includes("deny"))
    .map(({ index, message = "" }) => ({ index, message }));

/**
 * True if the result does not depend on unknown facts: the labels of an undeclared namespace, or the
 * namespace of a manifest without one.
 */
function isCertain(policy: PolicyEntry, { of, namespace }: Workload, model: Model): boolean {
  const namespaces = new Namespaces(model);
  const selectors = [
    policy.policy.criteria,
    ...bindingsOf(policy, model).flatMap(({ binding }) => binding.criteria ?? []),
  ];
  if (selectors.some((one) => namespaces.unknownLabels(one, namespace).length > 0)) return false;
  if (namespaceOf(of) !== "") return true;
  const spec = JSON.stringify(policy.of.object.spec);
  const isSelecting = selectors.some(
    ({ namespaceSelector: selector }) =>
      selector.kind === "broken" || selector.selector.requirements.length > 0,
  );
  return !isSelecting && !/namespace/.test(spec);
}

function problemOf(all: Group<Denied>): Problem {
  const [{ policy, index, message }] = all;
  const names = [...new Set(all.map(({ workload }) => workloadText(workload)))];
  const who = fewOf(names, MOST_NAMED);
  return {
    of: policy.of,
    path: index < 0 ? ["spec"] : ["spec", "validations", index, "expression"],
    message: `it denies the pods of ${who}, with the templates in the manifests: ${message}`,
    fix: "change the templates, or exclude them with a selector, a match condition or excludeResourceRules",
  };
}

/**
 * With failurePolicy Fail a policy without its parameter refuses all matched requests. If these include the
 * requests that create the parameter, it cannot be created.
 */
export const refusesOwnParams: Rule = {
  id: "refuses-own-params",
  severity: "warning",
  summary: "While its parameter is missing, a policy refuses the request that creates the parameter",
  check: async (model) =>
    (await refusedParams(model)).map(({ policy, write }) => paramsProblem(policy, write)),
};
function paramsProblem(policy: PolicyEntry, { request }: Write): Problem {
  const { kind = "" } = policy.policy.paramKind ?? {};
  const { object, operation, name } = request;
  const what = `${operation} ${resourceText(request)} "${name}"`;
  const isParam = kindOf({ object: object ?? {}, line: () => "" }) === kind;
  const message = isParam
    ? `while its parameter is missing, it refuses every request that it matches, including ${what}, the parameter itself: after the parameter is deleted, or if the policy is created first, the parameter cannot be created`
    : `while its parameter is missing, it refuses every request that it matches, including ${what}, which the parameter needs: if the policy is created first, neither can be created`;
  const fix = "exclude it with a selector or excludeResourceRules: match conditions are evaluated too late";
  return { of: policy.of, path: ["spec", "matchConstraints"], message, fix };
}
