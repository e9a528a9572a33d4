import { type FieldRequirement, parseFieldSelector } from "../../../api/selectors/field-selector.ts";
import { compileLabelSelector, type LabelRequirement } from "../../../api/selectors/label-selector.ts";
import { parseLabelSelector } from "../../../api/selectors/parse-label-selector.ts";
import { isJsonObject, type Json, type JsonObject, records, text, texts } from "../../../json/value.ts";

/**
 * Returns the evaluation error of an access review with unsupported selector requirements, which newer
 * clients may send. Undefined: none.
 */
export function evaluationError({ resourceAttributes }: JsonObject): string | undefined {
  if (!isJsonObject(resourceAttributes)) return undefined;
  const { fieldSelector, labelSelector } = resourceAttributes;
  const said = [
    ...problems("fieldSelector", fieldSelector, parseFieldSelector, isFieldRequirement),
    ...problems("labelSelector", labelSelector, parseLabelSelector, isLabelRequirement),
  ];
  return said.length === 0 ? undefined : said.join("; ");
}

/**
 * Returns the field selector of an access review: a text as in a URL, or the supported requirements
 * (kubernetes/pkg/registry/authorization/util/helpers.go, ResourceAttributesFrom).
 */
export function askedFields(selector: Json | undefined): string | readonly FieldRequirement[] {
  if (!isJsonObject(selector)) return "";
  const requirements = records(selector.requirements);
  if (requirements.length === 0) return text(selector.rawSelector);
  return requirements.filter(isFieldRequirement).map(({ key, operator, values }) => ({
    field: text(key),
    operator: operator === "In" ? "=" : "!=",
    value: texts(values)[0] ?? "",
  }));
}

/** Returns the label selector in the same way; requirements keep their order. */
export function askedLabels(selector: Json | undefined): string | readonly LabelRequirement[] {
  if (!isJsonObject(selector)) return "";
  const requirements = records(selector.requirements);
  if (requirements.length === 0) return text(selector.rawSelector);
  return requirements.filter(isLabelRequirement).flatMap(compiledRequirement);
}

const compiledRequirement = (requirement: Json): readonly LabelRequirement[] =>
  compileLabelSelector({ matchExpressions: [requirement] }).requirements;

function problems(
  name: string,
  selector: Json | undefined,
  parse: (text: string) => unknown,
  isRight: (requirement: Json) => boolean,
): string[] {
  if (!isJsonObject(selector)) return [];
  const { rawSelector, requirements } = selector;
  const list = Array.isArray(requirements) ? requirements : [];
  const right = list.filter(isRight).length;
  if (list.length === 0 ? isRead(() => parse(String(rawSelector ?? ""))) : right === list.length) return [];
  const partially = right > 0 ? "partially " : "";
  return [`spec.resourceAttributes.${name} ${partially}ignored due to parse error`];
}

function isRead(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch {
    return false;
  }
}

const isLabelRequirement = (requirement: Json): boolean => isRead(() => compiledRequirement(requirement));

/** True if the requirement is supported: one value for a field. */
function isFieldRequirement(requirement: Json): boolean {
  if (!isJsonObject(requirement)) return false;
  const { operator, values } = requirement;
  return (operator === "In" || operator === "NotIn") && Array.isArray(values) && values.length === 1;
}
