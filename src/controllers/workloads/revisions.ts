import type { KubeObject } from "../../api/meta.ts";
import { semanticEqual } from "../../json/semantic-equal.ts";
import { claim } from "./claim.ts";
import { unlessAnswered } from "./client.ts";
import type { WorkloadContext } from "./context.ts";
import { controllerRef } from "./controller-ref.ts";
import { CONTROLLER_REVISIONS, type Kind } from "./kinds.ts";
import { revisionData, templateIn } from "./revision-data.ts";
import type { ControllerRevision, PodTemplate } from "./types.ts";

/** Whose revisions these are, and how they are named. */
export interface RevisedWorkload {
  readonly kind: Kind<KubeObject>;
  readonly object: KubeObject;
  readonly template: PodTemplate;
  readonly hash: string;
  /** The label that has the hash. */
  readonly label: string;
}

/** Revisions in use are kept whatever the limit is. */
export interface History {
  readonly newest: ControllerRevision;
  readonly all: readonly ControllerRevision[];
}

/** The revision of the template that a workload has now, made when there is none; and all that it has, oldest first. */
export async function currentHistory(context: WorkloadContext, workload: RevisedWorkload): Promise<History> {
  const { writer } = context;
  const { kind, object, template } = workload;
  const claimed = await claim({ ...context, ownerKind: kind, kind: CONTROLLER_REVISIONS }, object);
  const all = claimed.sort((a, b) => (a.revision ?? 0) - (b.revision ?? 0));
  const last = all.at(-1);
  const same = all.find((revision) => semanticEqual(templateIn(revision), template));
  const next = (last?.revision ?? 0) + 1;
  if (same !== undefined && same === last) return { newest: same, all };
  if (same !== undefined) {
    const newest = await writer.update<ControllerRevision>(CONTROLLER_REVISIONS, { ...same, revision: next });
    return { newest, all: [...all.filter((one) => one !== same), newest] };
  }
  const newest = await writer.create(
    CONTROLLER_REVISIONS,
    object.metadata.namespace ?? "",
    made(workload, next),
  );
  return { newest, all: [...all, newest] };
}

const made = (
  { kind, object, template, hash, label }: RevisedWorkload,
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

/** Deletes the oldest revisions that nobody uses. */
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
