import type { ParamRef } from "../../admission/policy-hook.ts";
import type { Manifest } from "../../explain/offline/manifests.ts";
import { record } from "../../json/value.ts";
import type { Write } from "../bring-up/recovery-writes.ts";
import { applied } from "../bring-up/start-writes.ts";
import type { PolicyEntry } from "../model/configurations.ts";
import type { Model } from "../model/model.ts";
import { groupOf, nameOf, namespaceOf } from "../model/names.ts";
import type { Rehearsal } from "./rehearsal.ts";

/**
 * A policy with the object that it needs for its parameter, and whose creation it refuses while the parameter
 * is missing.
 */
export interface RefusedParam {
  readonly policy: PolicyEntry;
  readonly write: Write;
}

/**
 * Policies that refuse the objects which they need themselves: the definition of their parameter, its namespace, or
 * the parameter. Each is tried in a control plane without them.
 */
export async function refusedParams(model: Model): Promise<RefusedParam[]> {
  const chains = model.policies.flatMap((policy) => chainOf(policy, model) ?? []);
  if (chains.length === 0) return [];
  const params = new Set(chains.flatMap(({ params: own }) => own));
  const definitions = new Set(chains.flatMap(({ definition }) => definition ?? []));
  // Loaded only when needed: few inputs have policies with parameters, and a control plane takes time to
  // load.
  const { Rehearsal } = await import("./rehearsal.ts");
  const begin = (isThere: (one: Manifest) => boolean) =>
    Rehearsal.start(model.manifests, model.features, isThere);
  // The kind of the parameter first, then the parameter itself.
  const early =
    definitions.size > 0 ? await begin((one) => !params.has(one) && !definitions.has(one)) : undefined;
  const late = await begin((one) => !params.has(one));
  const found: RefusedParam[] = [];
  try {
    for (const chain of chains) {
      const write =
        (early && chain.definition && (await refused(early, chain, [chain.definition], model))) ??
        (await refused(late, chain, chain.needs, model));
      if (write !== undefined) found.push({ policy: chain.policy, write });
    }
  } finally {
    await early?.stop();
    await late.stop();
  }
  return found;
}

/**
 * A policy that refuses requests without its parameter, and the objects that must exist before it finds one.
 */
interface Chain {
  readonly policy: PolicyEntry;
  readonly definition: Manifest | undefined;
  readonly params: readonly Manifest[];
  /** The namespace of the parameter, and the parameter. */
  readonly needs: readonly Manifest[];
}

/** True if a reference can mean this object: by its name, or by labels, which can select any object. */
const isMeant = ({ name, namespace }: ParamRef, one: Manifest): boolean =>
  (name === "" || name === nameOf(one)) && (namespace === "" || ["", namespace].includes(namespaceOf(one)));

function chainOf(policy: PolicyEntry, model: Model): Chain | undefined {
  const { paramKind, failurePolicy } = policy.policy;
  if (paramKind === undefined || failurePolicy !== "Fail") return undefined;
  const refs = model.bindings
    .filter((one) => one.phase === policy.phase && one.binding.policyName === policy.name)
    .flatMap(({ binding: { paramRef } }) => paramRef ?? []);
  if (refs.length === 0) return undefined;
  const params = model.of(paramKind.kind).filter((one) => {
    const isKind = groupOf(one) === paramKind.group;
    return isKind && refs.some((ref) => isMeant(ref, one));
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

/** Returns the first of these objects that the policy refuses because its parameter is missing. */
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
