import { formatFloat } from "../go/float.ts";
import { isJsonObject, type Json, type JsonObject } from "../json/value.ts";
import { Emitter } from "./emitter.ts";
import { compareKeys } from "./key-order.ts";
import { hasBreak, styleOf } from "./scalar-style.ts";
import { writeScalar } from "./write-scalar.ts";

/** A container that is being written, with its remaining values. */
interface Open {
  readonly values: Iterator<readonly [key: string | undefined, value: Json]>;
  /** Indentation of the enclosing container. */
  readonly outer: number;
}

/** Maximum bytes of a simple key. Longer keys are written after a question mark. */
const MAX_SIMPLE_KEY = 128;
const MAX_UINT64 = 2 ** 64;
const MIN_INT64 = -(2 ** 63);

/**
 * JSON as YAML, to the byte as Go writes it (JSONToYAML of sigs.k8s.io/yaml): keys sorted, lists under a key not indented,
 * lines broken behind 80 characters, quotes only where YAML 1.1 needs them. No recursion: depth costs no call stack.
 *
 * @example writeYaml({ b: ["on", 1], a: {} }) === 'a: {}\nb:\n- "on"\n- 1\n'
 */
export const writeYaml = (value: Json): string => [...yamlParts(value)].join("");

/** Text of `writeYaml` in parts, each made on demand. A short text is one part. */
export function* yamlParts(value: Json): Generator<string> {
  const emitter = new Emitter();
  const stack: Open[] = [];
  begin(emitter, stack, value, false);
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const next = top.values.next();
    if (next.done === true) {
      emitter.indent = top.outer;
      stack.pop();
    } else writeMember(emitter, stack, ...next.value);
    if (emitter.isFull) yield emitter.take();
  }
  emitter.indent = -1;
  emitter.writeIndent();
  yield emitter.take();
}

function writeMember(emitter: Emitter, stack: Open[], key: string | undefined, value: Json): void {
  emitter.writeIndent();
  if (key === undefined) {
    emitter.writeIndicator("-", { needsSpace: true, indents: true });
    begin(emitter, stack, value, false);
    return;
  }
  if (isSimpleKey(key)) {
    writeText(emitter, key, true);
    emitter.writeIndicator(":");
  } else {
    emitter.writeIndicator("?", { needsSpace: true, indents: true });
    writeText(emitter, key, false);
    emitter.writeIndent();
    emitter.writeIndicator(":", { needsSpace: true, indents: true });
  }
  begin(emitter, stack, value, true);
}

const isSimpleKey = (key: string): boolean =>
  key.length <= MAX_SIMPLE_KEY && Buffer.byteLength(key) <= MAX_SIMPLE_KEY && !hasBreak(key);

/** Writes a scalar or an empty container, or opens a container. */
function begin(emitter: Emitter, stack: Open[], value: Json, underKey: boolean): void {
  if (Array.isArray(value)) {
    if (value.length === 0) writeEmpty(emitter, "[", "]");
    else open(emitter, stack, items(value), underKey && !emitter.isIndented);
  } else if (isJsonObject(value)) {
    const keys = Object.keys(value).filter((key) => value[key] !== undefined);
    if (keys.length === 0) writeEmpty(emitter, "{", "}");
    else open(emitter, stack, members(value, keys.sort(compareKeys)), false);
  } else if (typeof value === "string") writeText(emitter, value.toWellFormed(), false);
  else {
    emitter.writeSpace();
    emitter.write(plainText(value));
    emitter.endContent();
  }
}

function open(emitter: Emitter, stack: Open[], values: Open["values"], indentless: boolean): void {
  stack.push({ values, outer: emitter.indent });
  if (!indentless) emitter.increaseIndent(false);
}

function* items(list: readonly Json[]): Open["values"] {
  for (const item of list) yield [undefined, item];
}

function* members(object: JsonObject, keys: readonly string[]): Open["values"] {
  for (const key of keys) yield [key, object[key] ?? null];
}

function writeEmpty(emitter: Emitter, opening: string, closing: string): void {
  emitter.writeIndicator(opening, { needsSpace: true, isSpace: true });
  emitter.writeIndicator(closing);
}

function writeText(emitter: Emitter, text: string, isKey: boolean): void {
  const outer = emitter.indent;
  emitter.increaseIndent(true);
  writeScalar(emitter, text, styleOf(text, isKey), !isKey);
  emitter.indent = outer;
}

/**
 * Text of a scalar that is no string. Whole numbers that fit into 64 bits are written as integers, even if they were
 * given as floats.
 */
function plainText(value: number | bigint | boolean | null): string {
  if (typeof value !== "number") return String(value);
  const isInteger = Number.isInteger(value) && value >= MIN_INT64 && value < MAX_UINT64;
  return isInteger ? String(value) : formatFloat(value);
}
