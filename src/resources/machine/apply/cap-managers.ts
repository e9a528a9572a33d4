import { identityOf, type Managed, type Managers } from "./decode-managed-fields.ts";
import { seconds } from "./encode-managed-fields.ts";
import { type FieldSet, unionOf } from "./field-set.ts";

/** Entries of updates that an object carries at most; the oldest of one version are joined above that. */
const MAX_UPDATERS = 10;

const ANCIENT = "ancient-changes";

/** Changes and returns `managers`. */
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
 * The bucket takes over from the oldest entry, then from each further one; its time is that of the last. `joined`: the
 * sets of each bucket, which become one in the end.
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
