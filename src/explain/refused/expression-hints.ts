import { type JsonObject, record, records, text } from "../../json/value.ts";
import { nearest } from "../filters/near.ts";
import { anyEnvironment } from "./environment.ts";

/** Names of types that contain no field of a user. */
const REQUEST = /^kubernetes\./;

/** Variables of rules in CustomResourceDefinitions, with those of policies. */
const OTHERS: Readonly<Record<string, string>> = { self: "object", oldSelf: "oldObject" };

/** Returns what was probably meant by an expression that does not compile; empty if nothing is near. */
export function expressionHint(told: string, expression: string, { spec }: JsonObject): string {
  if (told.includes("invalid argument to has() macro")) return keyHint(expression);
  const [, field] = /undefined field '([^']+)'/.exec(told) ?? [];
  if (field !== undefined) {
    const own = nearest(
      field,
      records(record(spec).variables).map(({ name }) => text(name)),
    );
    return own === undefined ? meant(field, requestFields()) : ` (the variable "${own}" is probably meant)`;
  }
  const [, name] = /undeclared reference to '([^']+)'/.exec(told) ?? [];
  return name === undefined ? "" : variableHint(name);
}

function variableHint(name: string): string {
  if (name === "params") return " (params is there only in policies with spec.paramKind)";
  const other = OTHERS[name];
  if (other !== undefined)
    return ` ("${other}" is probably meant: ${name} is of rules in CustomResourceDefinitions)`;
  if (name in (anyEnvironment().objects.get("kubernetes.AdmissionRequest") ?? {}))
    return ` ("request.${name}" is probably meant)`;
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
