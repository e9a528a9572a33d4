import type { KubeObject } from "../../../api/meta.ts";
import { badRequest, notFound, plainError } from "../../../api/status.ts";
import { invalid, invalidObject } from "../../../api/validation/field-error.ts";
import { equal } from "../../../json/equal.ts";
import type { JsonObject } from "../../../json/value.ts";
import { objectOf } from "../../../storage/object-of.ts";
import { runSteps, type Step } from "../../loop/run-steps.ts";
import type { RequestContext } from "../../request-context.ts";
import { type Answer, succeeded } from "../../respond/answer.ts";
import { deleteObject } from "../remove/delete-object.ts";
import { checkedOptions, type DeleteOptions, type GivenOptions } from "../remove/delete-options.ts";
import { checkPreconditions } from "../remove/preconditions.ts";
import { UNSAFE } from "../remove/unsafe-delete.ts";
import { storageKey, type Target } from "../target.ts";
import { evictionKind } from "../transient-kinds.ts";
import { assertInTime } from "../write/assert-in-time.ts";
import { seal } from "../write/seal.ts";
import { admitValidating } from "../write/steps/admit.ts";
import { wipeSystemFields } from "../write/steps/read.ts";
import { ADMIT_TRANSIENT, READ_TRANSIENT } from "../write/steps/transient.ts";
import { Write } from "../write/steps/write.ts";
import { LOST, onNewest, unwritten, written } from "../write/store/on-newest.ts";
import type { InternalWrites } from "../write/writes.ts";
import { chargeBudget } from "./disruption-budget.ts";
import { withPodCondition } from "./pod-condition.ts";

/**
 * Answers the POST of an Eviction: admits it as such, checks the disruption budgets, then deletes the pod
 * without further admission.
 */
export async function evict(
  writes: InternalWrites,
  context: RequestContext,
  target: Target,
): Promise<Answer> {
  const write = new Write(writes, context, target, evictionKind());
  await runSteps(ADMIT_EVICTION, write);
  const given = givenOptions(write.object, (write.options.given.dryRun as string[] | undefined) ?? []);
  await admitValidating(write);
  await removePod(writes, context, { ...target, subresource: undefined }, given);
  return succeeded({ code: 201 });
}

/** Refuses an Eviction with another name than the URL's. */
function requireEvictionName({ target, object }: Write<InternalWrites>): void {
  if (object.metadata.name !== target.name)
    throw badRequest("name in URL does not match name in Eviction object");
}

/** The steps of an eviction until its validating phase. The deletion of the pod follows it. */
export const ADMIT_EVICTION: readonly Step<Write<InternalWrites>>[] = [
  ...READ_TRANSIENT,
  wipeSystemFields,
  ...ADMIT_TRANSIENT,
  requireEvictionName,
];

/** Charges the disruption budgets, and deletes the pod without further admission. */
async function removePod(
  writes: InternalWrites,
  context: RequestContext,
  target: Target,
  given: GivenOptions,
): Promise<void> {
  const entry = await writes.storage.get(storageKey(target.resource, target.namespace, target.name));
  if (entry === undefined) throw notFound({ group: "", resource: "pods" }, target.name);
  const isDry = (given.dryRun ?? []).length > 0;
  if (!isDry) assertInTime(writes, context);
  await chargeBudget(writes, target.namespace, objectOf(entry), isDry);
  if (!isDry) await noteDisruption(writes, context, target, given);
  await deleteObject(writes, context, {
    target,
    name: target.name,
    options: deletionOf(given),
    ofCollection: false,
    admit: false,
  });
}

/** Returns the options of the deletion: a dry run if the request is one, which the eviction then shows. */
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
  writes: InternalWrites,
  context: RequestContext,
  target: Target,
  given: GivenOptions,
): Promise<void> {
  const key = storageKey(target.resource, target.namespace, target.name);
  const { uid, resourceVersion } = given.preconditions ?? {};
  const wanted = { uid: uid || undefined, resourceVersion: resourceVersion || undefined };
  await onNewest(writes.storage, key, async (entry) => {
    if (entry === undefined) throw notFound({ group: "", resource: "pods" }, target.name);
    checkPreconditions(target, entry, wanted);
    const pod = objectOf(entry);
    const status = withPodCondition(pod.status as JsonObject | undefined, DISRUPTED, writes.now());
    if (equal(status, pod.status ?? {})) return unwritten(undefined);
    const noted = { ...pod, metadata: { ...pod.metadata }, status };
    assertInTime(writes, context);
    const result = await writes.storage.update(key, entry.revision, (revision) =>
      seal(noted, revision, target.resource.hub),
    );
    return result.kind === "written" ? written(undefined) : LOST;
  });
}
