import { isJsonObject, type Json, type JsonObject } from "../json/value.ts";
import { Emitter } from "./emitter.ts";
import { styleOf } from "./scalar-style.ts";
import { writeScalar } from "./write-scalar.ts";

const STEP = 4;

/**
 * JSON as YAML, as a node of go.yaml.in/yaml/v3 without styles is written: keys in their own order, columns that are
 * multiples of four, also for lists under a key, and no folded lines.
 *
 * @example writeNode({ b: ["on", { c: 1 }] }) === 'b:\n    - "on"\n    - c: 1\n'
 */
export const writeNode = (value: Json): string => `${writeValue(value, 0)}\n`;

/** Writes a value; its first line has no indentation. `column`: the column at which a container begins. */
function writeValue(value: Json, column: number): string {
  if (Array.isArray(value) && value.length > 0)
    return value.map((item) => `- ${writeValue(item, column + 2)}`).join(lineAt(column));
  if (isJsonObject(value) && Object.keys(value).length > 0) return writeMembers(value, column);
  return typeof value === "string" ? writeString(value, column, false) : JSON.stringify(value);
}

const lineAt = (column: number): string => `\n${" ".repeat(column)}`;

function writeMembers(object: JsonObject, column: number): string {
  const inner = column - (column % STEP) + STEP;
  const members = Object.entries(object).map(([key, member = null]) => {
    const isOpen = typeof member === "object" && member !== null && Object.keys(member).length > 0;
    return `${writeString(key, column, true)}:${isOpen ? lineAt(inner) : " "}${writeValue(member, inner)}`;
  });
  return members.join(lineAt(column));
}

function writeString(text: string, column: number, isKey: boolean): string {
  const emitter = new Emitter();
  emitter.indent = column;
  writeScalar(emitter, text, styleOf(text, isKey), false);
  return emitter.take().replace(/\n$/, "");
}
