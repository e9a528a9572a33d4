import { type JsonObject, record, records, text } from "../../json/value.ts";
import { escapeName, isReserved } from "../../schema/rules/names.ts";
import { nearest } from "../near.ts";
import { type Path, valueAt } from "../sources.ts";
import { type TextTable, textReader } from "../text-table.ts";
import { SCHEMA_HINTS } from "./schema-hints.ts";

const UNDECLARED =
  "the schema declares no such field: declare it, or write x-kubernetes-embedded-resource: true if the value is a whole object; of a resource's own metadata, rules see only name and generateName";

/** Errors of definitions, with what helps; the first that fits is used. `$1` is the first group of the pattern. */
const HINTS: TextTable = {
  "undefined field '(?:labels|annotations|uid|finalizers|ownerReferences)'": UNDECLARED,
  "undefined field 'namespace'": `${UNDECLARED}. If it is declared, the server is older than Kubernetes 1.32, and reads this word of CEL only as __namespace__`,
  "undefined field '(in|as|break|const|continue|else|for|function|if|import|let|loop|package|return|var|void|while)'":
    'declare "$1" in the schema: rules see only declared fields. If it is declared, the server is older than Kubernetes 1.32, and reads this word of CEL only as __$1__',
  "undefined field '([^']+)'": 'declare "$1" in the schema: rules see only declared fields',
  "invalid argument to has\\(\\) macro": "has() takes a field, not a value: has(self.NAME)",
  "messageExpression cost exceeds budget":
    "write message instead, a text without an expression, or bound the texts and lists that it reads with maxLength and maxItems",
  "cost exceeds budget":
    "bound the lists, maps and texts that the rule reads: maxItems, maxProperties, maxLength",
  "must have exactly one version marked as storage": "storage: true in exactly one version",
  "must appear in spec\\.versions|missing from spec\\.versions":
    "keep the version with served: false until no object is stored in it, and until status.storedVersions no longer names it",
  "preserveUnknownFields: Invalid value: true: must be false|must be None if spec\\.preserveUnknownFields is true":
    "the stored definition has spec.preserveUnknownFields: true from apiextensions.k8s.io/v1beta1, and an apply keeps what the manifest does not name: write spec.preserveUnknownFields: false in the manifest",
  "must have approval annotation":
    "use a group of your own: groups that end in k8s.io or kubernetes.io belong to the Kubernetes project",
  "openAPIV3Schema: Required value|schemas are required": "a schema.openAPIV3Schema with type: object",
};

/**
 * Returns what helps against an error of a definition or of a configuration of admission; empty if nothing is known. `path`
 * is the place of the error.
 */
export function definitionHint(message: string, path: Path, object: JsonObject): string {
  if (text(object.apiVersion).startsWith("admissionregistration.k8s.io/")) return configurationHint(message);
  if (object.kind !== "CustomResourceDefinition") return "";
  const both = intOrString(message, path, object);
  if (both !== "") return both;
  const escaped = escapedField(message, path, object);
  if (escaped !== "") return escaped;
  const deeper = deeperField(message, path, object);
  if (deeper !== "") return deeper;
  const { group, names } = record(object.spec);
  if (message.includes("must be spec.names.plural"))
    return `name it ${text(record(names).plural)}.${text(group)}`;
  return hintIn(message);
}

const hintFor = textReader(HINTS, SCHEMA_HINTS);

function hintIn(message: string): string {
  const { known = "", groups: [, group = ""] = [] } = hintFor(message) ?? {};
  return known.replaceAll("$1", group);
}

/** Returns what helps against such an error, from its text alone, which names the kind; empty if nothing is known. */
export function hintForText(message: string): string {
  if (
    /apiextensions\.ValidationRule\{|must (?:be|not be) \w+ (?:to be structural|for specified)/.test(message)
  )
    return hintIn(message);
  if (!message.includes(" is invalid: ")) return "";
  if (message.includes("CustomResourceDefinition")) return hintIn(message);
  return /WebhookConfiguration|AdmissionPolicy/.test(message) ? configurationHint(message) : "";
}

/** Branches with the types of a number and of a text. */
function intOrString(message: string, path: Path, object: JsonObject): string {
  const at = path.lastIndexOf("anyOf");
  if (at < 0 || !message.includes("must be empty to be structural")) return "";
  const types = records(valueAt(object, path.slice(0, at + 1))).map(({ type }) => text(type));
  return types.length === 2 && types.includes("integer") && types.includes("string")
    ? "write x-kubernetes-int-or-string: true beside anyOf, which may then have these two types"
    : "";
}

/** A property that the rule reads as it is, and whose name CEL does not have: with a hyphen, or one of its words. */
function escapedField(message: string, path: Path, object: JsonObject): string {
  const rules = path.indexOf("x-kubernetes-validations");
  if (rules < 0 || !/undefined field|undeclared reference|Syntax error/.test(message)) return "";
  const { properties } = record(valueAt(object, path.slice(0, rules)));
  const rule = text(valueAt(object, path));
  const found = Object.keys(record(properties)).find(
    (one) =>
      escapeName(one) !== one &&
      rule.includes(`elf.${one}`) &&
      (!isReserved(one) || message.includes(`undefined field '${one}'`)),
  );
  const escaped = escapeName(found ?? "");
  if (found === undefined || escaped === undefined) return "";
  return isReserved(found)
    ? `write self.${escaped}: ${found} is a word of CEL, which servers before Kubernetes 1.32 read as a name only so`
    : `write self.${escaped}: names of CEL have letters, digits and _ only`;
}

/** A field that one of the properties has (the rule is one level higher than it was meant for), or a similar field. */
function deeperField(message: string, path: Path, object: JsonObject): string {
  const [, field = ""] = /undefined field '([^']+)'/.exec(message) ?? [];
  const rules = path.indexOf("x-kubernetes-validations");
  if (field === "" || rules < 0) return "";
  const { properties } = record(valueAt(object, path.slice(0, rules)));
  const found = Object.entries(record(properties)).find(
    ([, one]) => record(record(one).properties)[field] !== undefined,
  );
  if (found !== undefined) return `write self.${found[0]}.${field}, or move the rule to ${found[0]}`;
  const near = nearest(field, Object.keys(record(properties)));
  return near === undefined ? "" : `"${near}" is probably meant`;
}

/** Removes the rule from an error, which the place of the error shows. */
export function withoutRule(message: string): string {
  const from = message.indexOf('Invalid value: {"Rule":');
  const last = message.indexOf('"OptionalOldSelf":', from);
  const to = message.indexOf("}: ", last);
  return from < 0 || last < 0 || to < 0 ? message : message.slice(0, from) + message.slice(to + "}: ".length);
}

/** Errors of webhook configurations, policies and bindings, with what helps. */
const configurationHintFor = textReader({
  "exactly one of url or service is required": "keep one of url and service",
  "not a valid selector operator": "the operators are In, NotIn, Exists and DoesNotExist",
  "may not be specified when `operator` is 'Exists' or 'DoesNotExist'":
    "remove values, or write the operator In or NotIn",
  "must be specified when `operator` is 'In' or 'NotIn'":
    "add values, or write the operator Exists or DoesNotExist",
  "is a (?:boolean|number), it must be a text": "write the value in quotes",
  "is a string, it must be a list": "write a list: [value]",
  "should be a domain with at least three segments": "a name such as pods.hooks.example.com",
  "the timeout value must be between": "timeoutSeconds from 1 to 30",
  "if '\\*' is present, must not specify other": 'keep "*" alone, or name what is meant',
  "must include at least one of v1, v1beta1": "admissionReviewVersions: [v1]",
  "must not contain both Deny and Warn": "keep one of Deny and Warn",
  "must evaluate to one of \\[string null_type\\]": "make a text of it: string(…)",
  "is the only allowed URL scheme": "an address that begins with https://",
  "parameterNotFoundAction: Required":
    "Deny, which refuses requests while there is no parameter, or Allow, which does not check them",
  "spec\\.validationActions: Required":
    "validationActions: [Deny], or Warn and Audit to try the policy first",
  "spec\\.matchConstraints: Required":
    "matchConstraints with resourceRules: the requests that the policy is about",
});

/** Returns what helps against an error of a configuration of admission; empty if nothing is known. */
const configurationHint = (message: string): string => configurationHintFor(message)?.known ?? "";
