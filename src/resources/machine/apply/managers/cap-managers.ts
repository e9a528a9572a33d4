import { type FieldSet, unionOf } from "../sets/field-set.ts";
import { identityOf, type Managed, type Managers } from "./decode-managed-fields.ts";
import { seconds } from "./encode-managed-fields.ts";

/** Limit for the number of entries of updates; above it, the oldest entries of one version are joined. */
const MAX_UPDATERS = 10;

const ANCIENT = "ancient-changes";

/** Joins entries above the limit. Changes and returns `managers`. */
export function capManagers(managers: Managers): Managers {
  if (managers.size <= MAX_UPDATERS) return managers;
  const updaters = [...managers].filter(([, { operation }]) => operation === "Update");
  let surplus = updaters.length - MAX_UPDATERS;
  if (surplus <= 0) return managers;
  const first = new Map<string, string>();
  const joined = new Map<string, FieldSet[]>();
  for (const [id, managed] of updaters.sort(byAge)) {
    if (surplus <= 0) break;
    const oldest = first.get(managed.apiVersion);
    if (oldest === undefined) first.set(managed.apiVersion, id);
    else {
      join(managers, joined, oldest, id, managed);
      surplus--;
    }
  }
  for (const [bucket, sets] of joined) managers.set(bucket, { ...managers.get(bucket)!, set: unionOf(sets) });
  return managers;
}

function byAge([idA, a]: [string, Managed], [idB, b]: [string, Managed]): number {
  return seconds(a.time) - seconds(b.time) || (idA < idB ? -1 : 1);
}

/**
 * Joins the oldest entries of a version into one bucket, whose time is that of the last joined entry.
 * `joined`: sets of each bucket, which are united at the end.
 */
function join(
  managers: Managers,
  joined: Map<string, FieldSet[]>,
  oldest: string,
  id: string,
  managed: Managed,
): void {
  const entry = {
    manager: ANCIENT,
    operation: "Update",
    apiVersion: managed.apiVersion,
    subresource: "",
  } as const;
  const bucket = identityOf(entry);
  const sets = joined.get(bucket) ?? [(managers.get(bucket) ?? managers.get(oldest))?.set ?? managed.set];
  joined.set(bucket, sets);
  sets.push(managed.set);
  if (!managers.has(bucket)) managers.delete(oldest);
  managers.delete(id);
  managers.set(bucket, { ...entry, time: managed.time, set: managed.set });
}
