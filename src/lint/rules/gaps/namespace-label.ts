import { isNear } from "../../../explain/near.ts";
import { labelsOf, nameOf, namespaceOf } from "../../model/names.ts";
import { type PlacedSelectors, placedSelectors } from "../../model/placed-selectors.ts";
import type { Problem, Rule } from "../../rule.ts";

const NAME_LABEL = "kubernetes.io/metadata.name";
/** Labels that are mistaken for the name of a namespace. Kubernetes does not set them; only users do. */
const MISTAKEN: ReadonlySet<string> = new Set(["name", "metadata.name", "namespace"]);
const SYSTEM = /^kube-(system|public|node-lease)$/;

/** Reports a selector that is meant to exclude or select a namespace by its name, and uses another label. */
export const namespaceLabel: Rule = {
  id: "namespace-label",
  severity: "warning",
  summary: "A namespaceSelector uses a label for the name of a namespace that Kubernetes does not set",
  check: (model) => {
    const known = new Set(model.of("Namespace").flatMap((one) => Object.keys(labelsOf(one, "labels"))));
    const names = new Set([...model.of("Namespace").map(nameOf), ...model.manifests.map(namespaceOf)]);
    return placedSelectors(model).flatMap((one) => problemsOf(one, known, names));
  },
};

function problemsOf(
  { of, webhook, base, namespaceSelector }: PlacedSelectors,
  known: ReadonlySet<string>,
  names: ReadonlySet<string>,
): Problem[] {
  if (namespaceSelector.kind !== "selector") return [];
  const path = [...base, "namespaceSelector"];
  return namespaceSelector.selector.requirements.flatMap(({ key, values, operator }): Problem[] => {
    if (known.has(key) || key === NAME_LABEL) return [];
    const isName = MISTAKEN.has(key) && values.some((value) => SYSTEM.test(value) || names.has(value));
    if (!isName && !isNear(key, NAME_LABEL)) return [];
    const effect =
      operator === "notin" || operator === "!=" || operator === "!"
        ? "it excludes no namespace"
        : "it selects no namespace";
    const message = `Kubernetes sets no label "${key}" on namespaces: unless a user adds it, ${effect}`;
    return [{ of, webhook, path, message, fix: `${NAME_LABEL}, which every namespace has` }];
  });
}
