import { pathSegmentNameProblems } from "../../api/validation/name-format.ts";
import { quote } from "../../go/quote.ts";

/**
 * Returns the reason why no object can have this name; undefined if the name is valid (apiserver,
 * generic/registry, NoNamespaceKeyFunc).
 */
export function nameParameterProblem(name: string): string | undefined {
  if (name === "") return "Name parameter required.";
  const problems = pathSegmentNameProblems(name, false);
  return problems.length === 0 ? undefined : `Name parameter invalid: ${quote(name)}: ${problems.join(";")}`;
}
