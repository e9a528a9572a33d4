import { nearest } from "../../explain/filters/near.ts";
import { variableHint } from "../../explain/offline/refusal-hint.ts";
import type { JsonObject } from "../../json/value.ts";
import { anyEnvironment } from "./environment.ts";

/** Names of types that contain no field of a user. */
const REQUEST = /^kubernetes\./;

/** Returns what was probably meant by an expression that does not compile; empty if nothing is near. */
export function expressionHint(told: string, expression: string, object: JsonObject): string {
  if (told.includes("invalid argument to has() macro")) return keyHint(expression);
  const variable = variableHint(told, object);
  if (variable !== "") return variable;
  const [, field] = /undefined field '([^']+)'/.exec(told) ?? [];
  if (field !== undefined) return meant(field, requestFields());
  const [, name] = /undeclared reference to '([^']+)'/.exec(told) ?? [];
  if (name === undefined) return "";
  const { variables, functions } = anyEnvironment();
  return meant(name, [...variables.keys(), "variables", ...functions.keys()]);
}

/** has() takes a field, not a key of a map. */
function keyHint(expression: string): string {
  const [, map, key] = /has\(\s*([\w.?]+)\[\s*["']([^"']+)["']\s*\]\s*\)/.exec(expression) ?? [];
  return map === undefined
    ? " (has() takes a field, object.a.b, not a key of a map: write 'key' in map)"
    : ` (has() takes a field, not a key of a map: write '${key}' in ${map})`;
}

const requestFields = (): string[] =>
  [...anyEnvironment().objects].flatMap(([name, fields]) => (REQUEST.test(name) ? Object.keys(fields) : []));

function meant(name: string, known: readonly string[]): string {
  const near = nearest(name, known);
  return near === undefined ? "" : ` ("${near}" is probably meant)`;
}
