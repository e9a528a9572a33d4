/**
 * Where a value lies, as a chain that becomes text only when an error needs it. Undefined is the root. A segment is
 * `.name` (`name` below the root), or an index.
 */
export type Trail = { readonly parent: Trail; readonly segment: string | number } | undefined;

/** `spec.list[0].x`; the text that schema errors quote, empty at the root. */
export function formatTrail(trail: Trail): string {
  let text = "";
  for (let at = trail; at !== undefined; at = at.parent)
    text = (typeof at.segment === "number" ? `[${at.segment}]` : at.segment) + text;
  return text;
}
