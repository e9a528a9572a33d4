import type { CompiledSelector, Rule as MatchRule } from "../../../admission/rule.ts";
import { parseGroupVersion } from "../../../api/group-version.ts";
import type { LabelRequirement, Labels } from "../../../api/selectors/label-selector.ts";
import { placeOf } from "../../../explain/filters/selector-failures.ts";
import { isNear } from "../../../explain/near.ts";
import { besideTemplate } from "../../../explain/offline/beside-template.ts";
import type { Manifest } from "../../../explain/offline/manifests.ts";
import { podTemplate } from "../../../explain/pods/pod-template.ts";
import { valueAt } from "../../../explain/sources.ts";
import { record, text } from "../../../json/value.ts";
import type { Registry } from "../../../resources/registry.ts";
import { hasEntry, isAbout, type PlacedSelectors, placedSelectors } from "../../model/matched-rules.ts";
import type { Model } from "../../model/model.ts";
import { kindOf, labelsOf, nameOf, namespaceOf } from "../../model/names.ts";
import type { Problem, Rule } from "../../rule.ts";

/** Kinds whose requests do not have the labels of the object that they belong to. */
const UNLABELLED: ReadonlySet<string> = new Set(["Scale", "Eviction", "Binding", "TokenRequest"]);

/** Reports a selector for labels that the objects of these requests never have. */
const unlabelledObjects: Rule = {
  id: "unlabelled-objects",
  severity: "error",
  summary:
    "An objectSelector requires labels, but some requests never have labels, so that it never selects them",
  check: (model) => placedSelectors(model).flatMap((one) => unlabelledIn(one, model.registry)),
};

function unlabelledIn(
  { of, webhook, base, objectSelector, rules }: PlacedSelectors,
  registry: Registry,
): Problem[] {
  if (objectSelector.kind !== "selector" || objectSelector.selector.matches({})) return [];
  const entries = rules.flatMap(({ resources, apiGroups }) =>
    resources.filter((entry) => carriesNoLabels(entry, apiGroups, registry)),
  );
  if (entries.length === 0) return [];
  const message = `requests for ${entries.join(", ")} have no labels (not even those of the object that they belong to), so that objectSelector ${objectSelector.selector.toString()} never selects them`;
  const fix = "write a separate webhook without objectSelector for them, or use matchConditions";
  return [{ of, webhook, path: [...base, "objectSelector"], message, fix }];
}

function carriesNoLabels(entry: string, groups: readonly string[], registry: Registry): boolean {
  const [main = "", sub] = entry.split("/", 2);
  if (sub === undefined || main === "*" || sub === "*") return false;
  const found = registry.resources.find(({ plural, group }) => plural === main && hasEntry(groups, group));
  const subresource = found?.subresources.get(sub);
  if (subresource === undefined) return false;
  return subresource.style === "connect" || UNLABELLED.has(subresource.kind?.kind ?? "");
}

const NAME_LABEL = "kubernetes.io/metadata.name";
/** Labels that are mistaken for the name of a namespace. Kubernetes does not set them; only users do. */
const MISTAKEN: ReadonlySet<string> = new Set(["name", "metadata.name", "namespace"]);
const SYSTEM = /^kube-(system|public|node-lease)$/;

/** Reports a selector that is meant to exclude or select a namespace by its name, and uses another label. */
const namespaceLabel: Rule = {
  id: "namespace-label",
  severity: "warning",
  summary: "A namespaceSelector uses a label for the name of a namespace that Kubernetes does not set",
  check: (model) => {
    const known = new Set(model.of("Namespace").flatMap((one) => Object.keys(labelsOf(one, "labels"))));
    const names = new Set([...model.of("Namespace").map(nameOf), ...model.manifests.map(namespaceOf)]);
    return placedSelectors(model).flatMap((one) => namesIn(one, known, names));
  },
};

function namesIn(
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

/** Reports only if an existing label is similar to the required one. */
const misspeltLabel: Rule = {
  id: "misspelt-label",
  severity: "warning",
  summary:
    "A selector wants a label that nothing among the manifests has, and something has nearly that label",
  check: (model) => {
    const namespaces = model.of("Namespace").map((one) => labelsOf(one, "labels"));
    return placedSelectors(model).flatMap((one): Problem[] => {
      const { of, webhook, base, namespaceSelector, objectSelector, rules } = one;
      const at = (field: string) => ({ of, webhook, path: [...base, field] });
      return [
        ...problems(namespaceSelector, namespaces, "Namespace", at("namespaceSelector")),
        ...(wantsLabels(objectSelector)
          ? problems(objectSelector, labelsOfMatched(rules, model), "object", at("objectSelector"))
          : []),
      ];
    });
  },
};

const wantsLabels = (selector: CompiledSelector): boolean =>
  selector.kind === "selector" && !selector.selector.matches({});

function problems(
  selector: CompiledSelector,
  known: readonly Labels[],
  what: string,
  at: Pick<Problem, "of" | "path"> & { readonly webhook: string },
): Problem[] {
  if (selector.kind !== "selector") return [];
  return selector.selector.requirements.flatMap((wanted): Problem[] => {
    const near = nearLabel(wanted, known);
    if (near === undefined) return [];
    const message = `it wants ${textOf(wanted)}, which no ${what} among the manifests has; one has ${near}`;
    const { path } = placeOf(wanted, at.path, valueAt(at.of.object, at.path));
    return [{ ...at, path, message, fix: near }];
  });
}

const textOf = ({ key, operator, values }: LabelRequirement): string =>
  operator === "exists" ? key : `${key}=${values.join("|")}`;

const POSITIVE: ReadonlySet<string> = new Set(["=", "==", "in", "exists"]);

function nearLabel(
  { key, operator, values }: LabelRequirement,
  known: readonly Labels[],
): string | undefined {
  if (!POSITIVE.has(operator)) return undefined;
  const all = known.flatMap((labels) => Object.entries(labels));
  const own = all.filter(([name]) => name === key).map(([, value]) => value);
  const fits = (value: string): boolean => operator === "exists" || values.includes(value);
  if (own.some(fits)) return undefined;
  const [name, value] =
    own.length > 0
      ? [key, own.find((one) => values.some((other) => isMisspelt(one, other)))]
      : (all.find(([one, itsValue]) => isNear(one, key) && fits(itsValue)) ?? []);
  return name === undefined || value === undefined ? undefined : `${name}=${value}`;
}

/**
 * True if one value is probably a misspelling of the other. `v1` and `v2` are two values, and short words can
 * be.
 */
const isMisspelt = (one: string, other: string): boolean =>
  Math.min(one.length, other.length) >= 5 &&
  isNear(one, other) &&
  one.replaceAll(/\d/g, "") !== other.replaceAll(/\d/g, "");

/**
 * Returns the labels of the objects that the rules match, as far as they are among the manifests, and of the
 * pods that these create.
 */
function labelsOfMatched(rules: readonly MatchRule[], model: Model): Labels[] {
  return model.manifests.flatMap((one) => [
    ...(isTaken(one, rules, model) ? [labelsOf(one, "labels")] : []),
    ...(rules.some((rule) => isAbout(rule, { group: "", plural: "pods" })) ? podLabels(one) : []),
  ]);
}

function isTaken(one: Manifest, rules: readonly MatchRule[], { registry }: Model): boolean {
  const { group, version } = parseGroupVersion(text(one.object.apiVersion));
  const found = registry.findKind(group, version, kindOf(one));
  return found !== undefined && rules.some((rule) => isAbout(rule, { group, plural: found.kind.plural }));
}

function podLabels({ object }: Manifest): Labels[] {
  const { labels } = record(record(record(object.spec).template).metadata);
  const entries = Object.entries(record(labels)).filter(([, value]) => typeof value === "string");
  return entries.length === 0 ? [] : [Object.fromEntries(entries.map(([key, value]) => [key, text(value)]))];
}

/** Only labels with a domain, which are for programs: other labels of a workload describe the workload itself. */
const labelBesideTemplate: Rule = {
  id: "label-beside-template",
  severity: "warning",
  summary: "A webhook for pods selects by a label that is on a workload, and not in the template of its pods",
  check: (model) => placedSelectors(model).flatMap((one) => besideTemplates(one, model)),
};

function besideTemplates(
  { webhook, of, objectSelector, rules }: PlacedSelectors,
  { manifests }: Model,
): Problem[] {
  const isForPods = rules.every(({ resources }) => resources.every((one) => one === "pods"));
  if (!isForPods || objectSelector.kind !== "selector" || objectSelector.selector.matches({})) return [];
  const { selector } = objectSelector;
  return manifests.flatMap((workload): Problem[] => {
    const beside = besideTemplate(workload.object);
    const key = Object.keys(beside?.labels ?? {}).find((one) =>
      selector.requirements.some((wanted) => wanted.key === one),
    );
    const pods = labelsOfPods(workload);
    if (
      key === undefined ||
      selector.matches(pods) ||
      !selector.matches({ ...pods, ...labelsOf(workload, "labels") })
    )
      return [];
    const name = webhook === "" ? nameOf(of) : webhook;
    const message = `the label ${key} is on the ${kindOf(workload)}, and pods get the labels of its template: ${name} does not select them`;
    const fix = `write ${key} in ${beside?.at}/labels`;
    return [{ of: workload, path: ["metadata", "labels", key], message, fix }];
  });
}

const labelsOfPods = ({ object }: Manifest): Record<string, string> =>
  Object.fromEntries(
    Object.entries(record(podTemplate(object)?.metadata.labels)).map(([key, value]) => [key, text(value)]),
  );

/** Rules about the labels that selectors want. */
export const labelRules: readonly Rule[] = [
  unlabelledObjects,
  namespaceLabel,
  misspeltLabel,
  labelBesideTemplate,
];
