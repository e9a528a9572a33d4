const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** A text for the content of an element or an attribute. XML has no way to write control characters: they are left out. */
export const xmlText = (text: string): string =>
  [...text]
    .filter((character) => character >= " " || character === "\n" || character === "\t")
    .join("")
    .replace(/[&<>"]/g, (found) => ENTITIES[found] ?? "");
