import type { NeedsGraph } from "../bring-up/graph.ts";

/** Assigns columns by the longest path to a node. An edge that closes a circle leads back, and is ignored. */
export function columnsOf({ nodes, edges }: NeedsGraph): ReadonlyMap<string, number> {
  const next = new Map<string, string[]>();
  for (const { from, to } of edges) next.set(from, [...(next.get(from) ?? []), to]);
  const columns = new Map<string, number>();
  for (const { id, forward } of inOrder([...nodes.keys()], next)) {
    const column = columns.get(id) ?? 0;
    columns.set(id, column);
    for (const to of forward) columns.set(to, Math.max(columns.get(to) ?? 0, column + 1));
  }
  return columns;
}

const none = (): string[] => [];

/**
 * Sorts each node before those that it leads to; edges that close a circle are left out. It is not recursive,
 * because chains can be long.
 */
function inOrder(
  ids: readonly string[],
  next: ReadonlyMap<string, readonly string[]>,
): { readonly id: string; readonly forward: readonly string[] }[] {
  const seen = new Map<string, "under way" | "done">();
  const done: { id: string; forward: string[] }[] = [];
  for (const root of ids) {
    if (seen.has(root)) continue;
    const path = [{ id: root, index: 0, forward: none() }];
    seen.set(root, "under way");
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const to = next.get(top.id)?.[top.index++];
      if (to === undefined) {
        seen.set(top.id, "done");
        done.push(top);
        path.pop();
      } else if (seen.get(to) !== "under way") {
        top.forward.push(to);
        if (seen.has(to)) continue;
        seen.set(to, "under way");
        path.push({ id: to, index: 0, forward: none() });
      }
    }
  }
  return done.reverse();
}
