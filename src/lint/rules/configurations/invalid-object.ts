import { adviceFor } from "../../../explain/ending/known-refusals.ts";
import { type Path, valueAt } from "../../../explain/sources.ts";
import type { JsonObject } from "../../../json/value.ts";
import type { Configuration } from "../../model/configurations.ts";
import type { Problem, Rule } from "../../rule.ts";
import { problemsOf } from "./configurations.ts";

/** Objects of all other known kinds. A part of an object, and a placeholder of a template, are not checked. */
export const invalidObject: Rule = {
  id: "invalid-object",
  severity: "error",
  summary: "The API server would refuse another object of a known kind, or of one that the manifests define",
  // Stored objects of a cluster were accepted.
  check: ({ objects, complete, webhooks }) => {
    const isMutated = webhooks.some(({ phase }) => phase === "mutating");
    return complete
      ? []
      : objects.flatMap((one) => {
          const problems = problemsOf(one);
          return problems.some(isOfPart) ? [] : problems.filter(isCertain(one, isMutated)).map(withAdvice);
        });
  },
};

const withAdvice = (problem: Problem): Problem => ({
  ...problem,
  fix: problem.fix || (adviceFor(problem.message) ?? ""),
});

/** True for the error of a workload without containers: a part of an object, such as a patch. */
const isOfPart = ({ message }: Problem): boolean => /spec\.containers: Required value/.test(message);

/** False if another program writes the value: one that replaces placeholders, or a webhook that fills in what is absent. */
const isCertain =
  ({ of, found }: Configuration, isMutated: boolean) =>
  ({ path, message }: Problem): boolean =>
    !(isMutated && found.resource.custom === true && message.includes("Required value")) &&
    (message.includes("Unsupported value") ||
      !PLACEHOLDER.test(path.length === 0 ? message : `${path.join(".")} ${textAt(of.object, path)}`));

/** Values that another program replaces: `${NAME}`, `$(NAME)`, `{{ .name }}`, `<name>`, `__NAME__`, `REPLACE ME`. */
const PLACEHOLDER = /\$\{|\$\(|\(\$|\{\{|<[^<>]{1,99}>|__|\$?[A-Z]{4}/;

const textAt = (object: JsonObject, path: Path): string => JSON.stringify(valueAt(object, path) ?? "");
