import type { Deployment, ReplicaSet } from "../../../types/tables/apps/v1-types.ts";
import { maxSurge, replicasOf } from "./sizes.ts";

const PREFIX = "deployment.kubernetes.io/";
export const REVISION = `${PREFIX}revision`;
const HISTORY = `${PREFIX}revision-history`;
const DESIRED = `${PREFIX}desired-replicas`;
const MAX = `${PREFIX}max-replicas`;

/** Longest revision history, in characters. A longer one loses its oldest entries. */
const LONGEST_HISTORY = 2000;

type Annotations = Readonly<Record<string, string>>;

/** Annotations of a Deployment that are not copied to its replica sets. */
const NOT_COPIED: ReadonlySet<string> = new Set([
  "kubectl.kubernetes.io/last-applied-configuration",
  "deprecated.deployment.rollback.to",
  REVISION,
  HISTORY,
  DESIRED,
  MAX,
]);

/** Parses a 64-bit number as Go's strconv.ParseInt does; undefined for other texts. 0 without the annotation. */
export function revisionOf({ metadata }: ReplicaSet): bigint | undefined {
  const text = metadata.annotations?.[REVISION];
  if (text === undefined) return 0n;
  if (!/^[+-]?\d{1,40}$/.test(text)) return undefined;
  const value = BigInt(text.replace(/^\+/, ""));
  return BigInt.asIntN(64, value) === value ? value : undefined;
}

/** Returns the revision of the next replica set. After the largest number it becomes negative, as in Go. */
export function nextRevision(replicaSets: readonly ReplicaSet[]): bigint {
  let latest = 0n;
  for (const replicaSet of replicaSets) {
    const revision = revisionOf(replicaSet) ?? 0n;
    if (revision > latest) latest = revision;
  }
  return BigInt.asIntN(64, latest + 1n);
}

function count(text: string | undefined): number | undefined {
  if (text === undefined || !/^\d{1,10}$/.test(text)) return undefined;
  return Number(text) > 0x7fff_ffff ? undefined : Number(text);
}

/** Returns the size of the Deployment for which a replica set was last scaled. */
export const desiredReplicas = ({ metadata }: ReplicaSet): number | undefined =>
  count(metadata.annotations?.[DESIRED]);

/** Greatest number of replicas at the last scaling, from the annotation; undefined if it has none. */
export const maxReplicas = ({ metadata }: ReplicaSet): number | undefined =>
  count(metadata.annotations?.[MAX]);

/** Returns the annotations with the current size of the Deployment. */
export const sizeAnnotations = (deployment: Deployment): Annotations => ({
  [DESIRED]: String(replicasOf(deployment)),
  [MAX]: String(replicasOf(deployment) + maxSurge(deployment)),
});

/** True if the object has all wanted annotations with these values. */
export const hasAnnotations = ({ metadata }: ReplicaSet, wanted: Annotations): boolean =>
  Object.entries(wanted).every(([name, value]) => metadata.annotations?.[name] === value);

/**
 * Returns the annotations of the newest replica set: SetNewReplicaSetAnnotations of the reference. `isNew`:
 * true if the replica set is being created.
 */
export function newestAnnotations(
  deployment: Deployment,
  current: Annotations,
  revision: bigint,
  isNew: boolean,
): Annotations {
  const copied = Object.entries(deployment.metadata.annotations ?? {}).filter(
    ([name]) => !NOT_COPIED.has(name),
  );
  return {
    ...current,
    ...Object.fromEntries(copied),
    ...revisionAnnotations(current, revision),
    ...(isNew ? sizeAnnotations(deployment) : {}),
  };
}

function revisionAnnotations(current: Annotations, revision: bigint): Annotations {
  const old = current[REVISION];
  const was = revisionOf({ metadata: { annotations: { ...current } } });
  if (was === undefined || was >= revision) return {};
  if (old === undefined) return { [REVISION]: String(revision) };
  const history = extendedHistory(current[HISTORY] ?? "", old);
  return { [REVISION]: String(revision), ...(history === undefined ? {} : { [HISTORY]: history }) };
}

/**
 * Appends a revision, and removes the oldest entries until the limit is met. Undefined: the revision alone is
 * too long.
 */
function extendedHistory(history: string, revision: string): string | undefined {
  const all = [...history.split(",").filter((part) => part !== ""), revision];
  while (all.length > 0 && all.join(",").length > LONGEST_HISTORY) all.shift();
  return all.length === 0 ? undefined : all.join(",");
}
