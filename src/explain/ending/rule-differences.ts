import type { KubeObject } from "../../api/meta.ts";
import { type JsonObject, records, texts } from "../../json/value.ts";
import type { RequestInfo } from "../../server/accept/request-info.ts";
import { nearest } from "../near.ts";

/** The request, as far as rights are about it. */
export type AskedRight = Pick<
  RequestInfo,
  "isResource" | "verb" | "group" | "resource" | "subresource" | "namespace" | "name"
>;

/** The rules of a role; none if there is no role. */
export const rulesOf = (role: JsonObject | KubeObject | undefined): readonly JsonObject[] =>
  records(role?.rules);

/** `deployments/scale`. */
export const fullName = ({ resource, subresource }: AskedRight): string =>
  subresource === "" ? resource : `${resource}/${subresource}`;

/** A part of a rule that does not fit. */
interface Difference {
  readonly part: string;
  readonly told: string;
}

const OTHER: Difference = { part: "resources", told: "" };

/** The parts of a rule that do not fit a request, in words; none if it allows it. Rules about other resources have several. */
export function differences(rule: JsonObject, info: AskedRight): Difference[] {
  const { verb, group, resource, subresource, name } = info;
  const [verbs, groups, resources, names] = [
    rule.verbs,
    rule.apiGroups,
    rule.resources,
    rule.resourceNames,
  ].map(texts);
  const full = fullName(info);
  const has = (list: readonly string[] = [], value = ""): boolean =>
    list.includes("*") || list.includes(value);
  const isResource = has(resources, full) || (subresource !== "" && has(resources, `*/${subresource}`));
  const named = resources?.includes(resource) === true ? resource : nearest(full, resources ?? []);
  if (!isResource && named === undefined) return [OTHER, OTHER];
  const only = names ?? [];
  return [
    ...(has(verbs, verb)
      ? []
      : [{ part: "verbs", told: `has ${(verbs ?? []).join(", ")} of ${full}, not ${verb}` }]),
    ...(has(groups, group)
      ? []
      : [
          {
            part: "apiGroups",
            told: `has ${full} in the API group "${(groups ?? []).join('", "')}", and they are in "${group}"`,
          },
        ]),
    ...(isResource ? [] : [{ part: "resources", told: `has ${String(named)}, not ${full}` }]),
    ...(only.length === 0 || only.includes(name)
      ? []
      : [
          {
            part: "resourceNames",
            told:
              verb === "create"
                ? `has resourceNames, which never allow a create: the name is not known yet`
                : `allows this for ${only.join(", ")} only (resourceNames)`,
          },
        ]),
  ];
}
