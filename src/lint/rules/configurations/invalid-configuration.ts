import { pathOfField } from "../../../explain/ending/unknown-fields.ts";
import { refusalHint } from "../../../explain/offline/refusal-hint.ts";
import { valueAt } from "../../../explain/sources.ts";
import { plainWords } from "../../../explain/steps/plain-words.ts";
import type { Configuration } from "../../model/read-configuration.ts";
import type { Problem, Rule } from "../../rule.ts";

/** A configuration that the server refuses never takes effect. The checks are those of the server itself. */
export const invalidConfiguration: Rule = {
  id: "invalid-configuration",
  severity: "error",
  summary: "The API server would refuse a webhook configuration, policy or binding",
  // Stored configurations of a cluster were accepted, possibly by an older version with other rules.
  check: ({ configurations, complete }) => (complete ? [] : configurations.flatMap(problemsOf)),
};

function problemsOf({ of, unreadable, errors }: Configuration): Problem[] {
  if (unreadable !== "")
    return [{ of, path: [], message: `the server refuses it: ${plainWords(unreadable)}` }];
  return errors().map(({ field, message }) => {
    const path = pathOfField(field);
    const hint = refusalHint(message, valueAt(of.object, path));
    return { of, path, message: `the server refuses ${field}: ${plainWords(message)}${hint}` };
  });
}
