import { withControls } from "./visible-text.ts";

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/**
 * A text for the content of an element or an attribute. XML has no form for ASCII control characters: they are left out.
 * Other control characters, and those that turn the direction of text, are character references.
 */
export function xmlText(text: string): string {
  const kept = [...text]
    .filter((character) => character >= " " || character === "\n" || character === "\t")
    .join("")
    .replace(/[&<>"]/g, (found) => ENTITIES[found] ?? "");
  return withControls(kept, (character) => `&#x${character.charCodeAt(0).toString(16)};`);
}
