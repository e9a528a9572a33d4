import type { Json, JsonObject } from "../../../api/json.ts";
import type { KubeObject } from "../../../api/meta.ts";
import type { ResourceDefinition, Strategy } from "../../../resources/kind.ts";
import { formatTime } from "../write/identity.ts";
import type { DeleteOptions } from "./delete-options.ts";
import { finalizersFor, type Marking, markForDeletion, markNow } from "./mark.ts";

/** How the objects of a resource go. Two kinds have contents that go first: namespaces and definitions of custom resources. */
export interface DeletionRules {
  mark(strategy: Strategy, old: KubeObject, options: DeleteOptions, now: number): Marking;
  /** Conflicts about preconditions name the resource, in words of their own. */
  readonly namesResource?: true;
}

const ORDINARY: DeletionRules = { mark: markForDeletion };

export function deletionRulesOf(resource: ResourceDefinition): DeletionRules {
  if (resource.group === "" && resource.plural === "namespaces") return NAMESPACE;
  if (resource.group === "apiextensions.k8s.io" && resource.plural === "customresourcedefinitions")
    return DEFINITION;
  return ORDINARY;
}

/** The first delete sets the phase; the object goes when `spec.finalizers` is empty. */
const NAMESPACE: DeletionRules = {
  mark(strategy, old, options, now) {
    const specFinalizers = (old.spec as { finalizers?: string[] } | undefined)?.finalizers ?? [];
    if (old.metadata.deletionTimestamp !== undefined)
      return specFinalizers.length > 0 ? { kind: "pending" } : markForDeletion(strategy, old, options, now);
    const object: KubeObject = {
      ...old,
      metadata: { ...old.metadata },
      status: { ...(old.status as JsonObject | undefined), phase: "Terminating" },
    };
    markTerminating(object, now);
    const finalizers = finalizersFor(strategy, old.metadata.finalizers ?? [], options);
    if (finalizers.length > 0) object.metadata.finalizers = finalizers;
    return {
      kind: "mark",
      object,
      afterwards: specFinalizers.length > 0 || finalizers.length > 0 ? "wait" : "remove",
    };
  },
};

/** These get no grace period field. */
function markTerminating(object: KubeObject, now: number): void {
  markNow(object, now);
  delete object.metadata.deletionGracePeriodSeconds;
}

const CLEANUP = "customresourcecleanup.apiextensions.k8s.io";

/** The first delete says Terminating and adds a finalizer; the clean-up of its objects takes the finalizer away. */
const DEFINITION: DeletionRules = {
  namesResource: true,
  mark(strategy, old, options, now) {
    if (old.metadata.deletionTimestamp !== undefined) return markForDeletion(strategy, old, options, now);
    const object: KubeObject = {
      ...old,
      metadata: { ...old.metadata },
      status: withTerminating(old.status, now),
    };
    object.metadata.finalizers = [
      ...finalizersFor(strategy, old.metadata.finalizers ?? [], options),
      CLEANUP,
    ];
    // Written past the strategy: the generation stays.
    object.metadata.deletionTimestamp = formatTime(now);
    return { kind: "mark", object, afterwards: "wait" };
  },
};

interface Condition extends JsonObject {
  type: string;
}

function withTerminating(status: Json | undefined, now: number): JsonObject {
  const { conditions = [], ...rest } = (status ?? {}) as { conditions?: Condition[] };
  const others = conditions.filter((c) => c.type !== "Terminating");
  const terminating: Condition = {
    type: "Terminating",
    status: "True",
    lastTransitionTime: `${new Date(now).toISOString().slice(0, 19)}Z`,
    reason: "InstanceDeletionPending",
    message: "CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon",
  };
  return { ...rest, conditions: [...others, terminating] };
}
