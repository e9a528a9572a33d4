/** Where a value lies, as a chain that becomes text only when an error needs it. Undefined is the root. */
export type Trail = { readonly parent: Trail; readonly text: string } | undefined;

/** `spec.list[0].x`; the text that schema errors quote, empty at the root. */
export function formatTrail(trail: Trail): string {
  let text = "";
  for (let at = trail; at !== undefined; at = at.parent) text = at.text + text;
  return text;
}
