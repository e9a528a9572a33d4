import { type FieldRequirement, parseFieldSelector } from "../../api/field-selector.ts";
import type { LabelRequirement } from "../../api/label-selector.ts";
import type { UserInfo } from "../../api/meta.ts";
import { parseLabelSelector } from "../../api/parse-label-selector.ts";
import { quote } from "../../api/quote.ts";
import { forbidden, type StatusError } from "../../api/status.ts";

/** What an authorizer is asked: may this user do that? */
export interface AuthorizationAttributes {
  readonly user: UserInfo;
  readonly verb: string;
  readonly isResource: boolean;
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  /** Of a request that is about no resource. */
  readonly path: string;
  /** What a list, a watch or a deletecollection selects by: as in the URL, or parsed. Absent or empty: nothing. */
  readonly fieldSelector?: string | readonly FieldRequirement[];
  readonly labelSelector?: string | readonly LabelRequirement[];
}

/** What is selected by, parsed; nothing for a selector that cannot be parsed. */
export const fieldRequirements = ({ fieldSelector }: AuthorizationAttributes): readonly FieldRequirement[] =>
  parsed(fieldSelector, parseFieldSelector);

/** The same of labels. */
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

const NOTHING = {
  group: "",
  version: "",
  resource: "",
  subresource: "",
  namespace: "",
  name: "",
  path: "",
};

type Asked = Partial<Omit<AuthorizationAttributes, "user" | "verb" | "isResource">>;

/** A question about a resource; what is not said is empty. */
export const askedOfResource = (user: UserInfo, verb: string, asked: Asked): AuthorizationAttributes => ({
  ...NOTHING,
  ...asked,
  user,
  verb,
  isResource: true,
});

/** A question about a path that is no resource. */
export const askedOfPath = (user: UserInfo, verb: string, path: string): AuthorizationAttributes => ({
  ...NOTHING,
  user,
  verb,
  isResource: false,
  path,
});

/** The reference's 403, with the authorizer's reason behind it. */
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
