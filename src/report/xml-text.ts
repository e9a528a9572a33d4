import { withControls } from "./visible-text.ts";

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/**
 * Escapes a text for the content of an element or an attribute. ASCII control characters are removed, because XML
 * cannot represent them. Other control characters, and those that change the direction of text, become character
 * references.
 */
export function xmlText(text: string): string {
  const kept = [...text]
    .filter((character) => character >= " " || character === "\n" || character === "\t")
    .join("")
    .replace(/[&<>"]/g, (found) => ENTITIES[found] ?? "");
  return withControls(kept, (character) => `&#x${character.charCodeAt(0).toString(16)};`);
}
