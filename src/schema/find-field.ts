import { GO_ESCAPES } from "../go/escapes.ts";
import type { JsonSchema } from "./json-schema.ts";

/** Field at the end of a simple path: its schema, and its path in normal form. */
export interface FoundField {
  readonly path: string;
  /** Name of the first field of the path. */
  readonly root: string;
  readonly schema: JsonSchema | undefined;
}

interface NoField {
  readonly problem: string;
}

/**
 * Finds the field of a path in a schema: `.a.b`, and `['a']` unless `brackets` is false. The schema must
 * specify each field of the path.
 */
export function findField(
  jsonPath: string,
  schema: JsonSchema,
  { brackets = true } = {},
): FoundField | NoField {
  const tokens = tokensOf(jsonPath);
  let found: FoundField = { path: "", root: "", schema };
  while (tokens.length > 0) {
    const next = step(tokens, brackets);
    if (typeof next !== "string") return next;
    const child = follow(found, next);
    if ("problem" in child) return child;
    found = child;
  }
  return found;
}

/**
 * A quoted text ends at the first quote without a backslash before it, even if that backslash is itself
 * escaped; without such a quote it ends at the end of the path.
 */
const TOKEN = /'.*?(?<!\\)'|'.*|[.[\]]|[^.[\]]+/gs;

const tokensOf = (path: string): string[] => path.match(TOKEN) ?? [];

const END: NoField = { problem: "unexpected end of JSON path" };

/** Returns the name of the next field, and removes its tokens from the list. */
function step(tokens: string[], brackets: boolean): string | NoField {
  const first = tokens.shift();
  if (first === ".") return tokens.shift() ?? END;
  if (first !== "[") return { problem: `expected [ or . but got: ${first}` };
  if (!brackets) return { problem: "array notation is not allowed" };
  const name = tokens.shift();
  if (name === undefined) return END;
  if (name.length < 2 || !name.startsWith("'") || !name.endsWith("'"))
    return { problem: `expected single quoted string but got ${name}` };
  const close = tokens.shift();
  if (close === undefined) return END;
  if (close !== "]") return { problem: `expected ] but got ${close}` };
  return unescaped(name.slice(1, -1));
}

const ESCAPES: Readonly<Record<string, string>> = { ...GO_ESCAPES, "'": "'", "\\": "\\" };

const ESCAPE = /\\([^\n])/gu;

function unescaped(text: string): string | NoField {
  const wrong = [...text.matchAll(ESCAPE)].findLast(([, letter = ""]) => ESCAPES[letter] === undefined);
  if (wrong !== undefined) return { problem: `invalid string literal: invalid escape char ${wrong[0]}` };
  return text.replace(ESCAPE, (_, letter: string) => ESCAPES[letter] ?? "");
}

const NO_FIELD: NoField = { problem: "does not refer to a valid field" };

function follow({ path, root, schema }: FoundField, name: string): FoundField | NoField {
  const { properties, additionalProperties } = schema ?? {};
  const first = root === "" ? name : root;
  if (properties !== undefined && properties.size > 0) {
    const child = properties.get(name);
    return child === undefined ? NO_FIELD : { path: named(path, name), root: first, schema: child };
  }
  if (additionalProperties === undefined) return NO_FIELD;
  return { path: `${path}[${name}]`, root: first, schema: additionalProperties.schema };
}

/** Adds a field to a path. A field without a name is written as `[]`, like a key without a name. */
function named(path: string, name: string): string {
  if (name === "") return `${path}[]`;
  return path === "" ? name : `${path}.${name}`;
}
