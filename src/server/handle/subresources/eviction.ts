import type { JsonObject } from "../../../api/json.ts";
import type { KubeObject } from "../../../api/meta.ts";
import { badRequest, notFound } from "../../../api/status.ts";
import type { House } from "../../house.ts";
import type { RequestContext } from "../../request-context.ts";
import type { Answer } from "../../respond/answer.ts";
import { deleteObject } from "../remove/delete-object.ts";
import type { DeleteOptions } from "../remove/delete-options.ts";
import { storageKey, type Target } from "../target.ts";
import { admitted, beginAdmission } from "../write/admission.ts";
import { settleNamespace } from "../write/identity.ts";
import { stampPassing } from "../write/managed-fields.ts";
import { parseWriteOptions, stampOptions } from "../write/write-options.ts";
import { chargeBudget } from "./disruption-budget.ts";
import { evictionKind } from "./passing-kinds.ts";
import { created } from "./plain-answers.ts";
import { readPassing } from "./read-passing.ts";

/** POST of an Eviction: admitted as such, checked against disruption budgets, then the pod goes without more admission. */
export async function evict(house: House, context: RequestContext, target: Target): Promise<Answer> {
  const options = parseWriteOptions("CreateOptions", context.request.rawQuery, context.request.query);
  const eviction = await readPassing(house, context, evictionKind(), options);
  settleNamespace(eviction, target);
  stampPassing(house, context, target, evictionKind(), eviction, options);
  const admission = beginAdmission(house, context, target, {
    operation: "CREATE",
    name: target.name,
    dryRun: options.dryRun,
    options: stampOptions("CreateOptions", options.given),
    oldObject: null,
  });
  const mutated = admitted(context, admission, await admission.mutate(eviction)) as KubeObject;
  if (mutated.metadata.name !== target.name)
    throw badRequest("name in URL does not match name in Eviction object");
  const deletion = deletionOf(mutated, options.dryRun);
  admitted(context, admission, await admission.validate(mutated));
  const entry = await house.storage.get(storageKey(target.resource, target.namespace, target.name));
  if (entry === undefined) throw notFound({ group: "", resource: "pods" }, target.name);
  await chargeBudget(house, target.namespace, entry.document.value as KubeObject, deletion.dryRun);
  const podTarget: Target = { ...target, subresource: undefined };
  await deleteObject(house, context, {
    target: podTarget,
    name: target.name,
    options: deletion,
    ofCollection: false,
    admit: false,
  });
  return created();
}

/** The deletion that the eviction asks for; a dry run of either is one of both. */
function deletionOf(eviction: KubeObject, dryRun: boolean): DeleteOptions {
  const given = (eviction.deleteOptions ?? {}) as JsonObject & {
    gracePeriodSeconds?: number;
    preconditions?: { uid?: string; resourceVersion?: string };
    propagationPolicy?: DeleteOptions["propagationPolicy"];
    dryRun?: string[];
  };
  return {
    dryRun: dryRun || (given.dryRun ?? []).length > 0,
    gracePeriodSeconds: given.gracePeriodSeconds,
    uid: given.preconditions?.uid,
    resourceVersion: given.preconditions?.resourceVersion,
    orphanDependents: undefined,
    propagationPolicy: given.propagationPolicy,
    given: {},
  };
}
