import type { KubeObject } from "../../../api/meta.ts";
import { forbidden } from "../../../api/status.ts";
import { formatTime } from "../../../api/time.ts";
import { type Json, type JsonObject, membersOf, record } from "../../../json/value.ts";
import { isSystemPriorityClass } from "../../../resources/kinds/scheduling/priority-class/validate.ts";
import type { ResourceDefinition } from "../../../resources/resource-definition.ts";
import type { Strategy } from "../../../resources/strategy.ts";
import type { DeleteOptions } from "./delete-options.ts";
import { finalizersFor, type Marking, markForDeletion, setFinalizers } from "./mark.ts";

/**
 * Deletion rules of a resource. Two kinds have contents that are deleted first: namespaces and definitions of
 * custom resources.
 */
export interface DeletionRules {
  mark(strategy: Strategy, old: KubeObject, options: DeleteOptions, now: number): Marking;
  /** Throws if the object of that name cannot be deleted; not called in a deletecollection. */
  readonly refuse?: (name: string) => void;
  /** Set if precondition conflicts name the resource, with a text of their own. */
  readonly namesResource?: true;
}

/** True if a deletion only begins, because the contents of the object are deleted first. */
export function goesLater(resource: ResourceDefinition): boolean {
  const rules = deletionRulesOf(resource);
  return rules === NAMESPACE || rules === DEFINITION;
}

const ORDINARY: DeletionRules = { mark: markForDeletion };

/** Rules of a resource; the ordinary ones for all but three resources. */
export function deletionRulesOf(resource: ResourceDefinition): DeletionRules {
  if (resource.group === "" && resource.plural === "namespaces") return NAMESPACE;
  if (resource.group === "apiextensions.k8s.io" && resource.plural === "customresourcedefinitions")
    return DEFINITION;
  if (resource.group === "scheduling.k8s.io" && resource.plural === "priorityclasses") return PRIORITY_CLASS;
  return ORDINARY;
}

/**
 * Rules of namespaces: the first delete sets the phase; the object is removed by the first delete after
 * `spec.finalizers` is empty.
 */
const NAMESPACE: DeletionRules = {
  namesResource: true,
  mark(strategy, old, asked, now) {
    const options = boundTo(old, asked);
    const { deletionTimestamp, finalizers = [] } = old.metadata;
    if (deletionTimestamp !== undefined) {
      const { finalizers: contents = [] } = membersOf<{ finalizers?: string[] }>(old.spec);
      return contents.length > 0 ? { kind: "pending" } : markForDeletion(strategy, old, options, now);
    }
    const object = dying(old, now);
    object.status = { ...record(old.status), phase: "Terminating" };
    setFinalizers(object, namespaceFinalizers(finalizers, options));
    return { kind: "mark", options, object, afterwards: "wait" };
  },
};

/**
 * Returns the finalizers of a namespace. Unlike for other kinds, `orphanDependents: false` is a deletion in
 * the foreground.
 */
function namespaceFinalizers(before: readonly string[], options: DeleteOptions): string[] {
  const { orphanDependents } = options;
  if (orphanDependents === undefined)
    return finalizersFor({ garbageCollected: true, orphansByDefault: false }, before, options);
  const propagationPolicy = orphanDependents ? "Orphan" : "Foreground";
  const meant = { ...options, orphanDependents: undefined, propagationPolicy } as const;
  return finalizersFor({ garbageCollected: true }, before, meant);
}

/** Marks an object without its strategy: no grace period, no new generation. */
function dying(old: KubeObject, now: number): KubeObject {
  return { ...old, metadata: { ...old.metadata, deletionTimestamp: formatTime(now) } };
}

/** Binds the options to the object that was read, so that another one of that name is not deleted. */
function boundTo({ metadata }: KubeObject, options: DeleteOptions): DeleteOptions {
  if (options.uid !== undefined) return options;
  const uid = metadata.uid ?? "";
  const preconditions = { ...record(options.given.preconditions), uid };
  return { ...options, uid, given: { ...options.given, preconditions } };
}

const CLEANUP = "customresourcecleanup.apiextensions.k8s.io";

/**
 * Rules of definitions: the first delete sets the condition Terminating and adds a finalizer; the clean-up of
 * the custom objects removes the finalizer.
 */
const DEFINITION: DeletionRules = {
  namesResource: true,
  mark(strategy, old, asked, now) {
    const options = boundTo(old, asked);
    if (old.metadata.deletionTimestamp !== undefined) return markForDeletion(strategy, old, options, now);
    const object = dying(old, now);
    const { finalizers = [] } = old.metadata;
    object.status = withTerminating(old.status, now);
    object.metadata.finalizers = finalizers.includes(CLEANUP) ? finalizers : [...finalizers, CLEANUP];
    return { kind: "mark", options, object, afterwards: "wait" };
  },
};

interface Condition extends JsonObject {
  type: string;
}

function withTerminating(status: Json | undefined, now: number): JsonObject {
  const { conditions = [], ...rest } = membersOf<{ conditions?: Condition[] }>(status);
  const others = conditions.filter((c) => c.type !== "Terminating");
  const terminating: Condition = {
    type: "Terminating",
    status: "True",
    lastTransitionTime: formatTime(now),
    reason: "InstanceDeletionPending",
    message: "CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon",
  };
  return { ...rest, conditions: [...others, terminating] };
}

/**
 * Rules of priority classes: pods of the system need these two
 * (pkg/registry/scheduling/priorityclass/storage/storage.go, Delete).
 */
const PRIORITY_CLASS: DeletionRules = {
  mark: markForDeletion,
  refuse(name) {
    if (!isSystemPriorityClass(name)) return;
    const resource = { group: "scheduling.k8s.io", resource: "priorityclasses" };
    throw forbidden(resource, name, "this is a system priority class and cannot be deleted");
  },
};
