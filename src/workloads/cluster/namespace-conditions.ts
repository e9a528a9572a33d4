import { formatTime } from "../../api/time.ts";
import type { JsonObject } from "../../json/value.ts";

/** The remaining content of a namespace: number of objects by resource, and number of objects by finalizer. */
export interface Remainder {
  /** By resource and group: `pods.` or `deployments.apps`. */
  readonly resources: ReadonlyMap<string, number>;
  readonly finalizers: ReadonlyMap<string, number>;
  /** Errors of resources whose objects could not be deleted. */
  readonly failures: readonly string[];
}

interface Told {
  readonly type: string;
  readonly status: "True" | "False";
  readonly reason: string;
  readonly message: string;
}

/** The five conditions of a namespace that is being deleted, in the reference's words. */
export function deletionConditions(
  remainder: Remainder,
  before: readonly JsonObject[],
  now: number,
): JsonObject[] {
  const told = tell(remainder);
  const others = before.filter(({ type }) => !told.some((one) => one.type === type));
  return [...others, ...told.map((one) => withTime(one, before, now))];
}

function tell({ resources, finalizers, failures }: Remainder): Told[] {
  const fine = (type: string, reason: string, message: string): Told => ({
    type,
    status: "False",
    reason,
    message,
  });
  return [
    fine("NamespaceDeletionDiscoveryFailure", "ResourcesDiscovered", "All resources successfully discovered"),
    fine(
      "NamespaceDeletionGroupVersionParsingFailure",
      "ParsedGroupVersions",
      "All legacy kube types successfully parsed",
    ),
    failures.length === 0
      ? fine(
          "NamespaceDeletionContentFailure",
          "ContentDeleted",
          "All content successfully deleted, may be waiting on finalization",
        )
      : {
          type: "NamespaceDeletionContentFailure",
          status: "True",
          reason: "ContentDeletionFailed",
          message: `Failed to delete all resource types, ${failures.length} remaining: ${[...failures].sort().join(", ")}`,
        },
    resources.size === 0
      ? fine("NamespaceContentRemaining", "ContentRemoved", "All content successfully removed")
      : {
          type: "NamespaceContentRemaining",
          status: "True",
          reason: "SomeResourcesRemain",
          message: `Some resources are remaining: ${list(resources, "has")}`,
        },
    finalizers.size === 0
      ? fine(
          "NamespaceFinalizersRemaining",
          "ContentHasNoFinalizers",
          "All content-preserving finalizers finished",
        )
      : {
          type: "NamespaceFinalizersRemaining",
          status: "True",
          reason: "SomeFinalizersRemain",
          message: `Some content in the namespace has finalizers remaining: ${list(finalizers, "in")}`,
        },
  ];
}

const list = (counts: ReadonlyMap<string, number>, word: string): string =>
  [...counts]
    .map(([name, count]) => `${name} ${word} ${count} resource instances`)
    .sort()
    .join(", ");

/** Adds the time of the last transition. An unchanged condition keeps its time. */
function withTime(told: Told, before: readonly JsonObject[], now: number): JsonObject {
  const old = before.find(({ type }) => type === told.type);
  const same = old !== undefined && old.status === told.status && old.message === told.message;
  const time = formatTime(now);
  const lastTransitionTime = same ? (old.lastTransitionTime ?? time) : time;
  return { ...told, lastTransitionTime };
}
