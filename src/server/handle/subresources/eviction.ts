import type { KubeObject } from "../../../api/meta.ts";
import { badRequest, notFound, plainError } from "../../../api/status.ts";
import { invalid, invalidObject } from "../../../api/validation/field-error.ts";
import { equal } from "../../../json/equal.ts";
import type { JsonObject } from "../../../json/value.ts";
import { dedupOwnerReferences } from "../../../resources/machine/object-meta/owner-references.ts";
import { objectOf } from "../../../storage/object-of.ts";
import type { InternalWrites } from "../../background/internal-requests.ts";
import type { RequestContext } from "../../request-context.ts";
import type { Answer } from "../../respond/answer.ts";
import { deleteObject } from "../remove/delete-object.ts";
import { checkedOptions, type DeleteOptions, type GivenOptions } from "../remove/delete-options.ts";
import { checkPreconditions } from "../remove/preconditions.ts";
import type { Removals } from "../remove/removals.ts";
import { storageKey, type Target } from "../target.ts";
import { admitted, beginAdmission } from "../write/admission.ts";
import { admitMutating } from "../write/admit-mutating.ts";
import { assertInTime } from "../write/assert-in-time.ts";
import { readOptions } from "../write/body/read-options.ts";
import { stampOptions } from "../write/body/write-options.ts";
import { ensureNamespace, wipeSystemMetadata } from "../write/identity.ts";
import { stampTransient } from "../write/managed-fields.ts";
import { seal } from "../write/seal.ts";
import { LOST, onNewest, unwritten, written } from "../write/store/on-newest.ts";
import { chargeBudget } from "./disruption-budget.ts";
import { created } from "./plain-answers.ts";
import { withPodCondition } from "./pod-condition.ts";
import { readTransient } from "./read-transient.ts";
import { evictionKind } from "./transient-kinds.ts";

/**
 * Answers the POST of an Eviction: admits it as such, checks the disruption budgets, then deletes the pod
 * without further admission.
 */
export async function evict(
  writes: InternalWrites,
  context: RequestContext,
  target: Target,
): Promise<Answer> {
  const options = await readOptions(context, "CreateOptions");
  const eviction = await readTransient(writes, context, evictionKind(), options);
  wipeSystemMetadata(eviction);
  ensureNamespace(eviction, target);
  dedupOwnerReferences(eviction, context.warnings.add);
  stampTransient(writes, context, target, evictionKind(), eviction, options);
  const admission = beginAdmission(writes, context, target, {
    operation: "CREATE",
    name: target.name,
    dryRun: options.dryRun,
    options: stampOptions("CreateOptions", options.given),
    oldObject: null,
  });
  const mutated = await admitMutating(context, admission, eviction);
  if (mutated.metadata.name !== target.name)
    throw badRequest("name in URL does not match name in Eviction object");
  const given = givenOptions(mutated, (options.given.dryRun as string[] | undefined) ?? []);
  admitted(context, admission, await admission.validate(mutated));
  const entry = await writes.storage.get(storageKey(target.resource, target.namespace, target.name));
  if (entry === undefined) throw notFound({ group: "", resource: "pods" }, target.name);
  const isDry = (given.dryRun ?? []).length > 0;
  if (!isDry) assertInTime(writes, context);
  await chargeBudget(writes, target.namespace, objectOf(entry), isDry);
  const podTarget: Target = { ...target, subresource: undefined };
  if (!isDry) await noteDisruption(writes, context, podTarget, given);
  await deleteObject(writes, context, {
    target: podTarget,
    name: target.name,
    options: deletionOf(given),
    ofCollection: false,
    admit: false,
  });
  return created();
}

const UNSAFE = "ignoreStoreReadErrorWithClusterBreakingPotential";

/**
 * Returns the options of the deletion. A dry run of the request is one of the deletion, and the eviction
 * shows it.
 */
function givenOptions(eviction: KubeObject, dryRun: string[]): GivenOptions {
  const given = eviction.deleteOptions as (GivenOptions & JsonObject) | undefined;
  if (given === undefined) return { dryRun };
  if (given[UNSAFE] === true)
    throw invalidObject({ group: "policy", kind: "Eviction" }, eviction.metadata.name ?? "", [
      invalid(
        `deleteOptions.${UNSAFE}`,
        true,
        "can not be set for pod eviction, try after removing the option",
      ),
    ]);
  const own = given.dryRun ?? [];
  if (own.length === 0 && dryRun.length > 0) given.dryRun = dryRun;
  if (own.length > 0 && dryRun.length > 0 && !equal(own, dryRun))
    throw plainError(
      `Non-matching dry-run options in request and content: [${dryRun.join(" ")}] and [${own.join(" ")}]`,
    );
  return given;
}

/**
 * Returns the options of the deletion. Except in a dry run, they have no resource version: it has been
 * checked by then, and the condition on the pod has changed it.
 */
function deletionOf(given: GivenOptions): DeleteOptions {
  const options = checkedOptions(given);
  return options.dryRun ? options : { ...options, resourceVersion: undefined };
}

const DISRUPTED = {
  type: "DisruptionTarget",
  status: "True",
  reason: "EvictionByEvictionAPI",
  message: "Eviction API: evicting",
};

/** Sets the condition that names the reason. Throws 409 if the pod is not the one that the eviction names. */
async function noteDisruption(
  removals: Removals,
  context: RequestContext,
  target: Target,
  given: GivenOptions,
): Promise<void> {
  const key = storageKey(target.resource, target.namespace, target.name);
  const { uid, resourceVersion } = given.preconditions ?? {};
  const wanted = { uid: uid || undefined, resourceVersion: resourceVersion || undefined };
  await onNewest(removals.storage, key, async (entry) => {
    if (entry === undefined) throw notFound({ group: "", resource: "pods" }, target.name);
    checkPreconditions(target, entry, wanted);
    const pod = objectOf(entry);
    const status = withPodCondition(pod.status as JsonObject | undefined, DISRUPTED, removals.now());
    if (equal(status, pod.status ?? {})) return unwritten(undefined);
    const noted = { ...pod, metadata: { ...pod.metadata }, status };
    assertInTime(removals, context);
    const result = await removals.storage.update(key, entry.revision, (revision) =>
      seal(noted, revision, target.resource.hub),
    );
    return result.kind === "written" ? written(undefined) : LOST;
  });
}
