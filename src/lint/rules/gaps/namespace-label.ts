import type { CompiledSelector } from "../../../admission/rule.ts";
import { isNear } from "../../../explain/filters/near.ts";
import type { Manifest } from "../../../explain/offline/manifests.ts";
import type { Path } from "../../../explain/sources.ts";
import type { Model } from "../../model/model.ts";
import { labelsOf } from "../../model/names.ts";
import type { Problem, Rule } from "../../rule.ts";

const NAME_LABEL = "kubernetes.io/metadata.name";
/** Labels that people take for the name of a namespace; nobody sets them but people. */
const MISTAKEN: ReadonlySet<string> = new Set(["name", "metadata.name", "namespace"]);
const SYSTEM = /^kube-(system|public|node-lease)$/;

/** A selector that is meant to spare or to choose a namespace by its name, and looks at another label. */
export const namespaceLabel: Rule = {
  id: "namespace-label",
  severity: "warning",
  summary: "A namespaceSelector looks for the name of a namespace in a label that Kubernetes does not set",
  check: (model) => {
    const known = new Set(model.of("Namespace").flatMap((one) => Object.keys(labelsOf(one, "labels"))));
    return selectorsOf(model).flatMap((one) => problemsOf(one, known));
  },
};

interface Placed {
  readonly of: Manifest;
  readonly webhook: string;
  readonly path: Path;
  readonly selector: CompiledSelector;
}

const selectorsOf = ({ webhooks, policies, bindings }: Model): Placed[] => [
  ...webhooks.map(({ of, name, base, hook }) => ({
    ...{ of, webhook: name, path: [...base, "namespaceSelector"] },
    selector: hook.namespaceSelector,
  })),
  ...policies.map(({ of, policy }) => ({
    ...{ of, webhook: "", path: ["spec", "matchConstraints", "namespaceSelector"] },
    selector: policy.criteria.namespaceSelector,
  })),
  ...bindings.flatMap(({ of, binding: { criteria } }) =>
    criteria === undefined
      ? []
      : [
          {
            ...{ of, webhook: "", path: ["spec", "matchResources", "namespaceSelector"] },
            selector: criteria.namespaceSelector,
          },
        ],
  ),
];

function problemsOf({ of, webhook, path, selector }: Placed, known: ReadonlySet<string>): Problem[] {
  if (selector.kind !== "selector") return [];
  return selector.selector.requirements.flatMap(({ key, values, operator }): Problem[] => {
    if (known.has(key) || key === NAME_LABEL) return [];
    const isSystem = MISTAKEN.has(key) && values.some((value) => SYSTEM.test(value));
    if (!isSystem && !isNear(key, NAME_LABEL)) return [];
    const effect =
      operator === "notin" || operator === "!=" || operator === "!"
        ? "it spares no namespace"
        : "it selects no namespace";
    const message = `Kubernetes sets no label "${key}" on namespaces: unless somebody does, ${effect}`;
    return [{ of, webhook, path, message, fix: `${NAME_LABEL}, which every namespace has` }];
  });
}
