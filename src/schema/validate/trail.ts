/**
 * Path of a value, as a chain that is formatted only for errors. Undefined is the root. A segment is `.name`
 * (`name` below the root), or an index.
 */
export type Trail = { readonly parent: Trail; readonly segment: string | number } | undefined;

/** Formats a path as errors quote it: `spec.list[0].x`; empty at the root. */
export function formatTrail(trail: Trail): string {
  let text = "";
  for (let at = trail; at !== undefined; at = at.parent)
    text = (typeof at.segment === "number" ? `[${at.segment}]` : at.segment) + text;
  return text;
}
