import { readPolicy, UNBOUND } from "../../../admission/hooks/builtin/pod-security/policy.ts";
import { placeInBody } from "../../../explain/ending/body.ts";
import { unknownField as described } from "../../../explain/ending/unknown-fields.ts";
import { nearest } from "../../../explain/near.ts";
import type { Manifest } from "../../../explain/offline/manifests.ts";
import { definitionHint, withoutRule } from "../../../explain/refused/definition-hints.ts";
import { valueHint } from "../../../explain/refused/expression-hints.ts";
import { fieldPath } from "../../../explain/refused/field-path.ts";
import { valueAt } from "../../../explain/sources.ts";
import { plainWords } from "../../../explain/steps/plain-words.ts";
import type { Configuration } from "../../model/configurations.ts";
import { kindOf, labelsOf } from "../../model/names.ts";
import type { Problem, Rule } from "../../rule.ts";
import { brokenBundle } from "../certificates/ca-bundle.ts";

/** A configuration that the server refuses never takes effect. The checks are those of the server itself. */
export const invalidConfiguration: Rule = {
  id: "invalid-configuration",
  severity: "error",
  summary: "The API server would refuse a webhook configuration, policy, binding or CustomResourceDefinition",
  // Stored configurations of a cluster were accepted, possibly by an older version with other rules.
  check: ({ configurations, complete }) => (complete ? [] : configurations.flatMap(problemsOf)),
};

function problemsOf({ of, unreadable, errors }: Configuration): Problem[] {
  if (unreadable !== "") return [unread(of, unreadable)];
  // Errors of a status that the manifest lacks follow from those of the spec.
  const all = errors().filter(({ field }) => !field.startsWith("status.") || of.object.status !== undefined);
  // The cost of the whole schema, and the part of each rule in it, follow from a rule that is too expensive itself.
  const isCostly = all.some(({ message }) => message.includes("estimated rule cost exceeds budget"));
  const own = isCostly ? all.filter(({ message }) => !message.includes("estimated rule cost total")) : all;
  return own.map(({ field, message }) => refused(of, field, message));
}

function unread(of: Manifest, told: string): Problem {
  const broken = told.includes("illegal base64") ? brokenBundle(of) : undefined;
  if (broken === undefined) {
    const words = plainWords(told);
    return {
      of,
      path: placeInBody(told, of.object),
      message: `the server refuses it: ${words}`,
      fix: definitionHint(words, [], of.object),
    };
  }
  const { path, problem, fix } = broken;
  return { of, path, message: `the server refuses caBundle: ${problem} (${told})`, fix };
}

function refused(of: Manifest, field: string, message: string): Problem {
  const path = fieldPath(field, of.object);
  const hint = valueHint(message, valueAt(of.object, path), of.object);
  const told = plainWords(kindOf(of) === "CustomResourceDefinition" ? withoutRule(message) : message);
  const fix = refusalFix(field, message) || definitionHint(`${field}: ${message}`, path, of.object);
  return { of, path, message: `the server refuses ${field}: ${told}${hint}`, fix };
}

/** `Required value` alone does not tell what to write. */
const refusalFix = (field: string, message: string): string =>
  field.endsWith("parameterNotFoundAction") && message.includes("Required")
    ? "Deny, which refuses requests while there is no parameter, or Allow, which does not check them"
    : "";

/** kubectl refuses such a manifest. Other clients get a configuration without the field. */
export const unknownField: Rule = {
  id: "unknown-field",
  severity: "error",
  summary:
    "A webhook configuration, policy, binding or definition has a field that the API server does not know, and drops",
  check: ({ configurations }) =>
    configurations.flatMap(({ of, found, unknown }) =>
      unknown.map((field) => {
        const { path, message, near } = described(field, found);
        const fix = near === "" ? "" : `replace ${String(path.at(-1))} with ${near}`;
        return { of, path, message: `${message}; the server drops it, and it has no effect`, fix };
      }),
    ),
};

const PREFIX = "pod-security.kubernetes.io/";
const LEVELS: readonly string[] = ["privileged", "baseline", "restricted"];
const MODES: readonly string[] = ["enforce", "audit", "warn"];
const NAMES: readonly string[] = [...MODES, ...MODES.map((mode) => `${mode}-version`)];

/** The plugin PodSecurity refuses values that it cannot read, and reads no other keys. */
export const podSecurityLabel: Rule = {
  id: "pod-security-label",
  severity: "error",
  summary: "A label of pod security has a level that does not exist, or a key that nothing reads",
  check: (model) =>
    model.of("Namespace").flatMap((of) =>
      Object.entries(labelsOf(of, "labels")).flatMap(([key, value]): Problem[] => {
        if (!key.startsWith(PREFIX)) return [];
        const name = key.slice(PREFIX.length);
        const path = ["metadata", "labels", key];
        if (!NAMES.includes(name)) {
          const fix = `write ${PREFIX}${nearest(name, NAMES) ?? NAMES.join(`, ${PREFIX}`)}`;
          return [{ of, path, message: `nothing reads the label ${key}`, fix, severity: "warning" }];
        }
        const { errors } = readPolicy({ metadata: { labels: { [key]: value } } }, UNBOUND);
        const level = nearest(value, LEVELS) ?? LEVELS.join(", ");
        const fix = MODES.includes(name) ? `write ${level}` : "write latest, or a version such as v1.30";
        return errors.map(({ message }) => ({
          ...{ of, path, fix, message: `the API server refuses the namespace: ${message}` },
        }));
      }),
    ),
};
