import { parse } from "../../cel/parse/parse.ts";
import { walk } from "../../cel/parse/walk.ts";
import { type Json, type JsonObject, record, records, text } from "../../json/value.ts";
import { patternProblem } from "../../schema/pattern.ts";
import { nearest } from "../near.ts";
import { textReader } from "../text-table.ts";
import { anyEnvironment } from "./environment.ts";
import { overloadHint } from "./overload-hint.ts";
import { syntaxHint } from "./syntax-hint.ts";

/**
 * Returns, in brackets, what was probably meant by a value that the server refuses: a similar one among those that it
 * lists, the correction of a common mistake, or of an expression that does not compile. Empty if nothing is known.
 */
export function valueHint(told: string, value: Json | undefined, object: JsonObject): string {
  if (typeof value !== "string") return "";
  const listed = listedHint(told, value);
  if (listed !== "") return listed;
  return object.kind === "CustomResourceDefinition"
    ? ruleHint(told, value)
    : expressionHint(told, value, object);
}

function listedHint(told: string, value: string): string {
  if (value.toUpperCase() === "PATCH") return ` (a patch is an UPDATE)`;
  const [, list = ""] = /supported values: ([^\n\]]+)/.exec(told) ?? [];
  const near = nearest(
    value,
    [...list.matchAll(/"([^"]+)"/g)].map(([, one = ""]) => one),
  );
  return near === undefined ? "" : ` ("${near}" is probably meant)`;
}

/** Names of types that contain no field of a user. */
const REQUEST = /^kubernetes\./;

/** Variables of rules in CustomResourceDefinitions, with those of policies. */
const OTHERS: Readonly<Record<string, string>> = { self: "object", oldSelf: "oldObject" };

/** Returns what was probably meant by an expression that does not compile; empty if nothing is near. */
function expressionHint(told: string, expression: string, { spec }: JsonObject): string {
  if (told.includes("invalid argument to has() macro")) return keyHint(expression);
  const result = resultHint(told)?.known;
  if (result !== undefined) return ` (${result})`;
  if (told.includes("Syntax error")) return syntaxHint(expression);
  const sure = overloadHint(told) || patternHint(told, expression);
  if (sure !== "") return sure;
  const [, field] = /undefined field '([^']+)'/.exec(told) ?? [];
  if (field !== undefined) {
    const names = records(record(spec).variables).map(({ name }) => text(name));
    const own = nearest(field, names);
    if (anyEnvironment().variables.has(field) && expression.includes(`request.${field}`))
      return ` (${field} is a variable of its own: write ${field} for request.${field})`;
    if (names.includes(field)) return ` (a variable sees only those before it: write ${field} first)`;
    return own === undefined ? meant(field, requestFields()) : ` (the variable "${own}" is probably meant)`;
  }
  const [, name] = /undeclared reference to '([^']+)'/.exec(told) ?? [];
  return name === undefined
    ? ""
    : bracketHint(name, expression) || macroHint(name, expression) || variableHint(name);
}

/** Results of a wrong type, with the way to write them. */
const resultHint = textReader({
  "must evaluate to list\\(JSONPatch\\) but got JSONPatch": "write the operation in a list: [JSONPatch{…}]",
  "must evaluate to list\\(JSONPatch\\) but got list\\(":
    "write JSONPatch{op: …, path: …, value: …} for each operation",
  "must evaluate to Object but got map": "write the types of the parts: Object{spec: Object.spec{…}}",
  "must evaluate to bool but got": "compare the value with another one: the result has to be true or false",
  "must evaluate to string but got|must evaluate to string": "make a text of it: string(…)",
});

/** A regular expression that RE2 cannot read. */
function patternHint(told: string, expression: string): string {
  const parsed = told.includes("invalid matches argument") ? parse(expression) : undefined;
  if (parsed?.kind !== "expr") return "";
  let problem = "";
  walk(parsed.expr, (one) => {
    const pattern = one.kind === "call" && one.name === "matches" ? one.args.at(-1) : undefined;
    if (pattern?.kind === "literal" && typeof pattern.value === "string")
      problem ||= patternProblem(pattern.value) ?? "";
  });
  const isLooking = /\(\?|escape/.test(problem);
  const more = isLooking ? ", which look neither ahead nor behind, and have no back references" : "";
  return problem === "" ? "" : ` (${problem}; patterns are those of RE2${more})`;
}

/** A key of a map with a slash or a hyphen after a dot: `labels.app.kubernetes.io/name` is a division by `name`. */
function bracketHint(name: string, expression: string): string {
  for (const [, map, key = ""] of expression.matchAll(
    /\b(labels|annotations|matchLabels|nodeSelector)\.([\w./-]+)/g,
  ))
    if (
      key
        .split(/[/-]/)
        .slice(1)
        .some((part) => part.split(".")[0] === name)
    )
      return ` (a key with / or - is written in brackets: ${map}["${key}"])`;
  return "";
}

/** Variables of policies, with those of rules in CustomResourceDefinitions; empty for those that rules do not have. */
const RULE_VARIABLES: Readonly<Record<string, string>> = {
  object: "self",
  oldObject: "oldSelf",
  ...Object.fromEntries(
    ["request", "params", "namespaceObject", "variables", "authorizer"].map((one) => [one, ""]),
  ),
};

/** The same for a rule in a CustomResourceDefinition. */
function ruleHint(told: string, rule: string): string {
  if (told.includes("Syntax error")) return syntaxHint(rule);
  if (told.includes("invalid argument to has() macro"))
    return /has\(\s*(?:old)?[sS]elf\s*\)/.test(rule) ? SELF : keyHint(rule);
  if (/no matching overload for '(?:hasValue|value|orValue|optMap)'/.test(told) && rule.includes("oldSelf."))
    return OPTIONAL;
  const overload = overloadHint(told);
  if (overload !== "") return overload;
  const [, name = ""] = /undeclared reference to '([^']+)'/.exec(told) ?? [];
  const own = RULE_VARIABLES[name];
  if (own === undefined) return macroHint(name, rule) || habitHint(name);
  return own === ""
    ? ` (${name} is a variable of policies: rules have self and oldSelf only)`
    : ` ("${own}" is probably meant: ${name} is a variable of policies)`;
}

const SELF =
  " (has() takes a field, self.a; self is always there, and a rule that reads oldSelf is evaluated only if there is an old value: leave the question out, or write optionalOldSelf: true and oldSelf.hasValue())";
const OPTIONAL = " (oldSelf is an optional value only in a rule with optionalOldSelf: true beside it)";

const MACROS: ReadonlySet<string> = new Set(["all", "exists", "exists_one", "map", "filter"]);

/** A macro that is called like a function, `exists(list, x, …)`. */
function macroHint(name: string, expression: string): string {
  if (!MACROS.has(name)) return "";
  const [list = "list", variable = "x"] = argumentsOf(name, expression);
  return ` (${name} is a macro of lists and maps: write ${list}.${name}(${variable}, …))`;
}

/** The arguments of a function as they are written, up to the first bracket inside them. */
function argumentsOf(name: string, expression: string): string[] {
  const [, after = ""] = expression.split(`${name}(`);
  const [inside = ""] = after.split(")");
  return inside.includes("(") ? [] : inside.split(",").map((one) => one.trim());
}

function variableHint(name: string): string {
  if (name === "params") return " (params is there only in policies with spec.paramKind)";
  const habit = habitHint(name);
  if (habit !== "") return habit;
  const other = OTHERS[name];
  if (other !== undefined)
    return ` ("${other}" is probably meant: ${name} is of rules in CustomResourceDefinitions)`;
  if (name in (anyEnvironment().objects.get("kubernetes.AdmissionRequest") ?? {}))
    return ` ("request.${name}" is probably meant)`;
  const { variables, functions } = anyEnvironment();
  return meant(name, [...variables.keys(), "variables", ...functions.keys()]);
}

/** Names of other languages, with those of CEL. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ["nil", "null"],
  ["None", "null"],
  ["undefined", "has(…), which asks whether a field is there"],
  ["True", "true"],
  ["False", "false"],
  ["len", "size(…)"],
  ["length", "size(…)"],
  ["count", "size(…)"],
  ["isEmpty", "size(…) == 0"],
  ["empty", "size(…) == 0"],
  ["lower", "lowerAscii()"],
  ["toLower", "lowerAscii()"],
  ["toLowerCase", "lowerAscii()"],
  ["upper", "upperAscii()"],
  ["toUpper", "upperAscii()"],
  ["toUpperCase", "upperAscii()"],
  ["str", "string(…)"],
  ["toString", "string(…)"],
  ["parseInt", "int(…)"],
  ["parseQuantity", "quantity(…)"],
  ["any", "exists(x, …)"],
  ["some", "exists(x, …)"],
  ["every", "all(x, …)"],
  ["includes", "contains(…) for texts, or in for lists"],
  ["regexMatch", "matches(…)"],
  ["regex", "matches(…)"],
  ["hasPrefix", "startsWith(…)"],
  ["hasSuffix", "endsWith(…)"],
]);

function habitHint(name: string): string {
  if (name === "now") return " (expressions do not know the current time)";
  const own = NAMES.get(name);
  return own === undefined ? "" : ` (CEL has ${own} for ${name})`;
}

/** has() takes a field, not a key of a map. */
function keyHint(expression: string): string {
  const [whole = "", ...more] = argumentsOf("has", expression);
  if (more.length === 0 && OTHERS[whole] !== undefined) return variableHint(whole);
  if (more.length === 0 && anyEnvironment().variables.has(whole))
    return ` (has() takes a field, object.a.b: write ${whole} != null)`;
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
