import type { CompiledSelector, Rule as MatchRule } from "../../../admission/rule.ts";
import { parseGroupVersion } from "../../../api/group-version.ts";
import type { LabelRequirement, Labels } from "../../../api/selectors/label-selector.ts";
import { placeOf } from "../../../explain/filters/selector-failures.ts";
import { isNear } from "../../../explain/near.ts";
import type { Manifest } from "../../../explain/offline/manifests.ts";
import { valueAt } from "../../../explain/sources.ts";
import { record, text } from "../../../json/value.ts";
import { isAbout } from "../../model/matched-rules.ts";
import type { Model } from "../../model/model.ts";
import { kindOf, labelsOf } from "../../model/names.ts";
import { placedSelectors } from "../../model/placed-selectors.ts";
import type { Problem, Rule } from "../../rule.ts";

/** Reports only if an existing label is similar to the required one. */
export const misspeltLabel: Rule = {
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
