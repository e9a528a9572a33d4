import type { Manifest } from "../../../explain/offline/manifests.ts";
import { applied } from "../../bring-up/start-writes.ts";
import type { Write } from "../../bring-up/write.ts";
import type { Model } from "../../model/model.ts";
import { groupOf, kindOf, nameOf, namespaceOf, record } from "../../model/names.ts";
import type { PolicyEntry } from "../../model/policies.ts";
import { Rehearsal } from "../../policies/rehearsal.ts";
import { resourceText } from "../../requests/lint-request.ts";
import type { Problem, Rule } from "../../rule.ts";

/**
 * Without its parameter a policy refuses what it is about, with failurePolicy Fail: when that is what the parameter needs to
 * be made, nobody can make it.
 */
export const refusesOwnParams: Rule = {
  id: "refuses-own-params",
  severity: "warning",
  summary: "While its parameter is not there a policy refuses what creates the parameter",
  async check(model) {
    const chains = model.policies.flatMap((policy) => chainOf(policy, model) ?? []);
    if (chains.length === 0) return [];
    const params = new Set(chains.flatMap(({ params: own }) => own));
    const definitions = new Set(chains.flatMap(({ definition }) => definition ?? []));
    const problems: Problem[] = [];
    const begin = (isThere: (one: Manifest) => boolean) => Rehearsal.start(model.manifests, isThere);
    // The kind of the parameter first, then the parameter itself.
    const early =
      definitions.size > 0 ? await begin((one) => !params.has(one) && !definitions.has(one)) : undefined;
    const late = await begin((one) => !params.has(one));
    try {
      for (const chain of chains) {
        const found =
          (early && chain.definition && (await refused(early, chain, [chain.definition], model))) ??
          (await refused(late, chain, chain.needs, model));
        if (found !== undefined) problems.push(problemOf(chain, found));
      }
    } finally {
      await early?.stop();
      await late.stop();
    }
    return problems;
  },
};

/** A policy that refuses without its parameter, and what has to be created before it finds one. */
interface Chain {
  readonly policy: PolicyEntry;
  readonly definition: Manifest | undefined;
  readonly params: readonly Manifest[];
  /** The namespace of the parameter, and the parameter. */
  readonly needs: readonly Manifest[];
}

function chainOf(policy: PolicyEntry, model: Model): Chain | undefined {
  const { paramKind, failurePolicy } = policy.policy;
  if (paramKind === undefined || failurePolicy !== "Fail") return undefined;
  const refs = model.bindings
    .filter((one) => one.phase === policy.phase && one.binding.policyName === policy.name)
    .flatMap(({ binding: { paramRef } }) => paramRef ?? []);
  if (refs.length === 0) return undefined;
  const params = model.of(paramKind.kind).filter((one) => {
    const isKind = groupOf(one) === paramKind.group;
    return isKind && refs.some(({ name }) => name === undefined || name === nameOf(one));
  });
  const definition = model.of("CustomResourceDefinition").find(({ object }) => {
    const spec = record(object.spec);
    return spec.group === paramKind.group && record(spec.names).kind === paramKind.kind;
  });
  const namespaces = params.flatMap((one) => {
    const namespace = namespaceOf(one);
    return namespace === "" ? [] : (model.find("Namespace", "", namespace) ?? []);
  });
  return { policy, definition, params, needs: [...new Set([...namespaces, ...params])] };
}

/** The first of these that the policy refuses for want of its parameter. */
async function refused(
  rehearsal: Rehearsal,
  { policy }: Chain,
  needs: readonly Manifest[],
  model: Model,
): Promise<Write | undefined> {
  for (const one of needs) {
    const [write] = applied(one, namespaceOf(one), model);
    const result = write && (await rehearsal.create(write));
    const isOwn = result?.lines.some(
      (line) =>
        line.policy.name === policy.name && line.policy.phase === policy.phase && line.problem !== undefined,
    );
    if (result?.isRefused && isOwn) return write;
  }
  return undefined;
}

function problemOf({ policy }: Chain, { request }: Write): Problem {
  const { kind = "" } = policy.policy.paramKind ?? {};
  const { object, operation, name } = request;
  const what = `${operation} ${resourceText(request)} "${name}"`;
  const isParam = kindOf({ object: object ?? {}, line: () => "" }) === kind;
  return {
    of: policy.of,
    path: ["spec", "matchConstraints"],
    message: isParam
      ? `while its parameter is not there it refuses all that it is about, and that is ${what}, the parameter itself: once it is gone, or where the policy is there first, nobody can create it`
      : `while its parameter is not there it refuses all that it is about, and that is ${what}, which the parameter needs: where the policy is there first, nobody can create either`,
    fix: "leave it out by a selector or excludeResourceRules: match conditions are asked too late",
  };
}
