import type { UserInfo } from "../../api/meta.ts";
import { type FieldRequirement, parseFieldSelector } from "../../api/selectors/field-selector.ts";
import type { LabelRequirement } from "../../api/selectors/label-selector.ts";
import { parseLabelSelector } from "../../api/selectors/parse-label-selector.ts";
import { forbidden, type StatusError } from "../../api/status.ts";
import { quote } from "../../go/quote.ts";
import type { RequestInfo } from "../accept/request-info.ts";

/** The attributes of an authorization check: the user, the verb and the target. */
export interface AuthorizationAttributes
  extends Omit<RequestInfo, "rest" | "prefix" | "fieldSelector" | "labelSelector"> {
  readonly user: UserInfo;
  /** Selectors of a list, watch or deletecollection, as in the URL or parsed. Absent or empty: none. */
  readonly fieldSelector?: string | readonly FieldRequirement[];
  readonly labelSelector?: string | readonly LabelRequirement[];
}

/** Returns the parsed requirements of the field selector. Empty for a selector that cannot be parsed. */
export const fieldRequirements = ({ fieldSelector }: AuthorizationAttributes): readonly FieldRequirement[] =>
  parsed(fieldSelector, parseFieldSelector);

/** Returns the parsed requirements of the label selector. Empty for a selector that cannot be parsed. */
export const labelRequirements = ({ labelSelector }: AuthorizationAttributes): readonly LabelRequirement[] =>
  parsed(labelSelector, (text) => parseLabelSelector(text).requirements);

function parsed<T>(
  selector: string | readonly T[] | undefined,
  parse: (text: string) => readonly T[],
): readonly T[] {
  if (typeof selector !== "string") return selector ?? [];
  if (selector === "") return [];
  try {
    return parse(selector);
  } catch {
    return [];
  }
}

const NOTHING = { group: "", version: "", resource: "", subresource: "", namespace: "", name: "", path: "" };

type Asked = Partial<Omit<AuthorizationAttributes, "user" | "verb" | "isResource">>;

/** Attributes of a check for a resource. Missing values are empty. */
export const askedOfResource = (user: UserInfo, verb: string, asked: Asked): AuthorizationAttributes => ({
  ...NOTHING,
  ...asked,
  user,
  verb,
  isResource: true,
});

/** Attributes of a check for a path that is not a resource. */
export const askedOfPath = (user: UserInfo, verb: string, path: string): AuthorizationAttributes => ({
  ...NOTHING,
  user,
  verb,
  isResource: false,
  path,
});

/** Returns the reference's 403, followed by the authorizer's reason. */
export function forbiddenRequest(attributes: AuthorizationAttributes, reason = ""): StatusError {
  const why = `${describe(attributes)}${reason === "" ? "" : `: ${reason}`}`;
  if (!attributes.isResource) return forbidden({ group: "", resource: "" }, "", why);
  return forbidden({ group: attributes.group, resource: attributes.resource }, attributes.name, why);
}

function describe(a: AuthorizationAttributes): string {
  const who = `User ${quote(a.user.username)} cannot ${a.verb}`;
  if (!a.isResource) return `${who} path ${quote(a.path)}`;
  const resource = a.subresource === "" ? a.resource : `${a.resource}/${a.subresource}`;
  const where = a.namespace === "" ? "at the cluster scope" : `in the namespace ${quote(a.namespace)}`;
  return `${who} resource ${quote(resource)} in API group ${quote(a.group)} ${where}`;
}
