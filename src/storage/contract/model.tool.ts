import type { Change, ChangeType, Entry, ListOptions, ListResult } from "../storage.ts";

/** The simplest possible storage: the list of all changes. Slow, and easy to believe; for tests. */
export interface Model {
  readonly revision: number;
  add(type: ChangeType, key: string, entry: Entry): void;
  at(key: string, revision: number): Entry | undefined;
  list(prefix: string, options: ListOptions): ListResult;
  changes(prefix: string, from: number): Change[];
}

export function createModel(): Model {
  const changes: Change[] = [];
  const newest = (): number => changes.at(-1)?.revision ?? 1;
  const at = (key: string, revision: number): Entry | undefined => {
    const last = changes.findLast((change) => change.key === key && change.revision <= revision);
    return last?.type === "deleted" ? undefined : last?.entry;
  };
  return {
    get revision() {
      return newest();
    },
    add: (type, key, entry) => {
      changes.push({ type, key, revision: entry.revision, entry, previous: at(key, newest()) });
    },
    at,
    list: (prefix, { revision = newest(), after, limit }) => {
      const keys = [...new Set(changes.map(({ key }) => key))].sort((a, b) =>
        Buffer.compare(Buffer.from(a), Buffer.from(b)),
      );
      const following = keys
        .filter((key) => key.startsWith(prefix))
        .filter((key) => after === undefined || Buffer.compare(Buffer.from(key), Buffer.from(after)) > 0)
        .flatMap((key) => at(key, revision) ?? []);
      const entries = following.slice(0, limit || undefined);
      return { entries, revision, remaining: following.length - entries.length };
    },
    changes: (prefix, from) =>
      changes.filter(({ key, revision }) => key.startsWith(prefix) && revision > from),
  };
}
