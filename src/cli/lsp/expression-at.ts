import type { Position } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { Manifest } from "../../explain/offline/manifests.ts";
import { lineText } from "./diagnostics.ts";

const FIELD = /^(\s*(?:-\s+)?.*?\b(?:expression|messageExpression|valueExpression|rule)"?:\s*)(.*)$/;
const BLOCK = /^[|>][+-]?\d*\s*$/;

/** A line that begins a member of an object or an item of a list, and so continues no text. */
const MEMBER = /^\s*(?:-\s|"?[\w./-]+"?:(?:\s|$)|---)/;

/** Returns the text of an expression before a position; undefined if the position is not in an expression. */
export function expressionBefore(document: TextDocument, { line, character }: Position): string | undefined {
  const own = lineText(document, line);
  const [, head = "", value] = FIELD.exec(own) ?? [];
  if (value !== undefined)
    return character < head.length || BLOCK.test(value)
      ? undefined
      : own.slice(head.length, character).replace(/^["']/, "");
  const before = [own.slice(0, character)];
  for (let at = line - 1; at >= 0 && !MEMBER.test(before[0] ?? ""); at--) {
    const text = lineText(document, at);
    const [, , block] = FIELD.exec(text) ?? [];
    if (block !== undefined)
      return (BLOCK.test(block) ? before : [block.replace(/^["']/, ""), ...before]).join("\n");
    before.unshift(text);
  }
  return undefined;
}

/** Returns the object of a file that contains a line, counted from 0. */
export function manifestAt(manifests: readonly Manifest[], line: number): Manifest | undefined {
  return (
    manifests.findLast((one) => (one.place?.([]).line ?? Number.POSITIVE_INFINITY) <= line + 1) ??
    manifests[0]
  );
}

/** The word at a position, with the chain of fields before it: `object.spec.containers`. */
export function chainAt(text: string, character: number): { readonly chain: string; readonly word: string } {
  const [before = ""] = /[\w.?]*$/.exec(text.slice(0, character)) ?? [];
  const [after = ""] = /^\w*/.exec(text.slice(character)) ?? [];
  const chain = (before + after).replaceAll("?", "");
  return { chain, word: chain.split(".").at(-1) ?? "" };
}
