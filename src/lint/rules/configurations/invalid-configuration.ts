import { placeInBody } from "../../../explain/ending/body.ts";
import type { Manifest } from "../../../explain/offline/manifests.ts";
import { definitionHint, withoutRule } from "../../../explain/refused/definition-hints.ts";
import { fieldPath } from "../../../explain/refused/field-path.ts";
import { valueHint } from "../../../explain/refused/value-hint.ts";
import { valueAt } from "../../../explain/sources.ts";
import { plainWords } from "../../../explain/steps/plain-words.ts";
import { kindOf } from "../../model/names.ts";
import type { Configuration } from "../../model/read-configuration.ts";
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
  const isDefinition = kindOf(of) === "CustomResourceDefinition";
  // Errors of a status that the manifest lacks follow from those of the spec.
  const all = errors().filter(({ field }) => !field.startsWith("status.") || of.object.status !== undefined);
  // The cost of the whole schema, and the part of each rule in it, follow from a rule that is too expensive itself.
  const isCostly = all.some(({ message }) => message.includes("estimated rule cost exceeds budget"));
  const own = isCostly ? all.filter(({ message }) => !message.includes("estimated rule cost total")) : all;
  return own.map(({ field, message }) =>
    isDefinition ? ofDefinition(of, field, message) : ofConfiguration(of, field, message),
  );
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

function ofConfiguration(of: Manifest, field: string, message: string): Problem {
  const path = fieldPath(field, of.object);
  const hint = valueHint(message, valueAt(of.object, path), of.object);
  return {
    of,
    path,
    message: `the server refuses ${field}: ${plainWords(message)}${hint}`,
    fix: refusalFix(field, message) || definitionHint(`${field}: ${message}`, path, of.object),
  };
}

/** `Required value` alone does not tell what to write. */
const refusalFix = (field: string, message: string): string =>
  field.endsWith("parameterNotFoundAction") && message.includes("Required")
    ? "Deny, which refuses requests while there is no parameter, or Allow, which does not check them"
    : "";

function ofDefinition(of: Manifest, field: string, message: string): Problem {
  const path = fieldPath(field, of.object);
  const hint = valueHint(message, valueAt(of.object, path), of.object);
  const told = plainWords(withoutRule(message));
  const fix = definitionHint(`${field}: ${message}`, path, of.object);
  return { of, path, message: `the server refuses ${field}: ${told}${hint}`, fix };
}
