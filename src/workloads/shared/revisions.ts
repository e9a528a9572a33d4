import type { KubeObject } from "../../api/meta.ts";
import { semanticEqual } from "../../json/semantic-equal.ts";
import type { ControllerRevision } from "../../types/tables/apps/v1-types.ts";
import type { PodTemplateSpec as PodTemplate } from "../../types/tables/core/v1-types.ts";
import { RequestError, unlessAnswered } from "./client.ts";
import type { WorkloadContext } from "./context.ts";
import { CONTROLLER_REVISIONS, type Kind } from "./kinds.ts";
import { claim } from "./pods/claim.ts";
import { controllerRef } from "./pods/controller-ref.ts";
import { revisionData, templateIn } from "./revision-data.ts";

/** A workload whose revisions are stored, and the naming of these revisions. */
export interface RevisedWorkload {
  readonly kind: Kind<KubeObject>;
  readonly object: KubeObject;
  readonly template: PodTemplate;
  /** Number of times that the name of a new revision was taken by another template; undefined: 0. */
  readonly collisionCount: number | undefined;
  hash(collisionCount: number | undefined): string;
  /** Label with the hash. */
  readonly label: string;
}

/** The revisions of a workload. Revisions in use are kept regardless of the limit. */
export interface History {
  readonly newest: ControllerRevision;
  readonly all: readonly ControllerRevision[];
  /** The count of the workload, or a higher one. */
  readonly collisionCount: number | undefined;
}

/**
 * Returns the revision of the current template, which is created if it is missing, and all revisions, the
 * oldest first.
 */
export async function currentHistory(context: WorkloadContext, workload: RevisedWorkload): Promise<History> {
  const { writer } = context;
  const { kind, object, template, collisionCount } = workload;
  const claimed = await claim({ ...context, ownerKind: kind, kind: CONTROLLER_REVISIONS }, object);
  const all = claimed.sort((a, b) => (a.revision ?? 0) - (b.revision ?? 0));
  const last = all.at(-1);
  const same = all.findLast((revision) => semanticEqual(templateIn(revision), template));
  const next = (last?.revision ?? 0) + 1;
  if (same !== undefined && same === last) return { newest: same, all, collisionCount };
  if (same !== undefined) {
    const newest = await writer.update<ControllerRevision>(CONTROLLER_REVISIONS, { ...same, revision: next });
    return { newest, all: [...all.filter((one) => one !== same), newest], collisionCount };
  }
  const { made: newest, count } = await make(context, workload, next);
  return { newest, all: [...all, newest], collisionCount: count };
}

/** Largest number of names that are tried in one sync. */
const ATTEMPTS = 10;

/**
 * Creates a revision under a name that no other template has (pkg/controller/history,
 * CreateControllerRevision).
 */
async function make(
  { writer }: WorkloadContext,
  workload: RevisedWorkload,
  revision: number,
): Promise<{ made: ControllerRevision; count: number | undefined }> {
  const namespace = workload.object.metadata.namespace ?? "";
  let count = workload.collisionCount;
  for (let attempt = 1; ; attempt++)
    try {
      const draft = made(workload, workload.hash(count), revision);
      return { made: await writer.create(CONTROLLER_REVISIONS, namespace, draft), count };
    } catch (error) {
      const isTaken = error instanceof RequestError && error.reason === "AlreadyExists";
      if (!isTaken || attempt === ATTEMPTS) throw error;
      count = (count ?? 0) + 1;
    }
}

const made = (
  { kind, object, template, label }: RevisedWorkload,
  hash: string,
  revision: number,
): ControllerRevision => ({
  apiVersion: "apps/v1",
  kind: "ControllerRevision",
  metadata: {
    name: `${object.metadata.name}-${hash}`,
    namespace: object.metadata.namespace ?? "",
    labels: { ...template.metadata?.labels, [label]: hash },
    ...(object.metadata.annotations === undefined ? {} : { annotations: object.metadata.annotations }),
    ownerReferences: [controllerRef(kind, object)],
  },
  data: revisionData(template),
  revision,
});

/** Deletes the oldest unused revisions above the limit. */
export async function truncateHistory(
  { writer }: WorkloadContext,
  all: readonly ControllerRevision[],
  limit: number,
  isUsed: (revision: ControllerRevision) => boolean,
): Promise<void> {
  const unused = all.filter((revision) => !isUsed(revision));
  for (const revision of unused.slice(0, Math.max(0, unused.length - limit)))
    await unlessAnswered([404], writer.remove(CONTROLLER_REVISIONS, revision));
}
