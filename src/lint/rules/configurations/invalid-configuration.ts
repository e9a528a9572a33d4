import { pathOfField } from "../../../explain/ending/unknown-fields.ts";
import type { Manifest } from "../../../explain/offline/manifests.ts";
import { refusalHint } from "../../../explain/offline/refusal-hint.ts";
import { valueAt } from "../../../explain/sources.ts";
import { plainWords } from "../../../explain/steps/plain-words.ts";
import { definitionHint, withoutRule } from "../../definitions/definition-hints.ts";
import { definitionPath } from "../../definitions/definition-path.ts";
import { kindOf } from "../../model/names.ts";
import type { Configuration } from "../../model/read-configuration.ts";
import type { Problem, Rule } from "../../rule.ts";

/** A configuration that the server refuses never takes effect. The checks are those of the server itself. */
export const invalidConfiguration: Rule = {
  id: "invalid-configuration",
  severity: "error",
  summary: "The API server would refuse a webhook configuration, policy, binding or CustomResourceDefinition",
  // Stored configurations of a cluster were accepted, possibly by an older version with other rules.
  check: ({ configurations, complete }) => (complete ? [] : configurations.flatMap(problemsOf)),
};

function problemsOf({ of, unreadable, errors }: Configuration): Problem[] {
  if (unreadable !== "")
    return [{ of, path: [], message: `the server refuses it: ${plainWords(unreadable)}` }];
  const isDefinition = kindOf(of) === "CustomResourceDefinition";
  // Errors of a status that the manifest lacks follow from those of the spec.
  const own = errors().filter(({ field }) => !field.startsWith("status.") || of.object.status !== undefined);
  return own.map(({ field, message }) =>
    isDefinition ? ofDefinition(of, field, message) : ofConfiguration(of, field, message),
  );
}

function ofConfiguration(of: Manifest, field: string, message: string): Problem {
  const path = pathOfField(field);
  const hint = refusalHint(message, valueAt(of.object, path));
  return { of, path, message: `the server refuses ${field}: ${plainWords(message)}${hint}` };
}

function ofDefinition(of: Manifest, field: string, message: string): Problem {
  const path = definitionPath(field, of.object);
  const hint = refusalHint(message, valueAt(of.object, path));
  const told = plainWords(withoutRule(message));
  return { of, path, message: `the server refuses ${field}: ${told}${hint}`, fix: definitionHint(message) };
}
