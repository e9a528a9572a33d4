import type { SelectorOperator } from "../../api/selectors/label-selector.ts";
import type { Json, JsonObject } from "../../json/value.ts";
import { type AuthorizationAttributes, fieldRequirements, labelRequirements } from "./attributes.ts";

/**
 * Returns the spec of a SubjectAccessReview for an authorization check. Empty values are left out
 * (apiserver/plugin/pkg/authorizer/webhook/webhook.go, Authorize).
 */
export function reviewSpec(attributes: AuthorizationAttributes): JsonObject {
  const { user, verb, path, isResource } = attributes;
  const { username, uid, groups, extra } = user;
  return {
    ...(isResource
      ? { resourceAttributes: resourceOf(attributes) }
      : { nonResourceAttributes: filled({ path, verb }) }),
    ...filled({ user: username }),
    ...(groups.length === 0 ? {} : { groups: [...groups] }),
    ...(extra === undefined || Object.keys(extra).length === 0 ? {} : { extra: copied(extra) }),
    ...filled({ uid: uid ?? "" }),
  };
}

function resourceOf(attributes: AuthorizationAttributes): JsonObject {
  const { namespace, verb, group, version, resource, subresource, name } = attributes;
  const fields = fieldRequirements(attributes).map(({ field, operator, value }) => ({
    key: field,
    operator: operator === "!=" ? "NotIn" : "In",
    values: [value],
  }));
  const labels = labelRequirements(attributes).flatMap(({ key, operator, values }) => {
    const name = OPERATORS[operator];
    if (name === undefined) return [];
    return [{ key, operator: name, ...(values.length === 0 ? {} : { values: [...values] }) }];
  });
  return {
    ...filled({ namespace, verb, group, version, resource, subresource, name }),
    ...(fields.length === 0 ? {} : { fieldSelector: { requirements: fields } }),
    ...(labels.length === 0 ? {} : { labelSelector: { requirements: labels } }),
  };
}

/**
 * Operators of label selectors. Numbers cannot be compared there; such a condition is left out, and the check
 * is then for more objects.
 */
const OPERATORS: Readonly<Partial<Record<SelectorOperator, string>>> = {
  "=": "In",
  "==": "In",
  in: "In",
  "!=": "NotIn",
  notin: "NotIn",
  exists: "Exists",
  "!": "DoesNotExist",
};

const filled = (texts: Readonly<Record<string, string>>): JsonObject =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ""));

const copied = (extra: Readonly<Record<string, readonly string[]>>): Json =>
  Object.fromEntries(Object.entries(extra).map(([key, values]) => [key, [...values]]));
