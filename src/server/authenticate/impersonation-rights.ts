import type { UserInfo } from "../../api/meta.ts";
import { aggregate } from "../../api/validation/field-error.ts";
import { collectErrors } from "../../api/validation/field-report.ts";
import { quote } from "../../go/quote.ts";
import { checkDomainPrefixedPath } from "../../resources/kinds/shared/values/domain-path.ts";
import { type AuthorizationAttributes, askedOfResource, forbiddenRequest } from "../authorize/attributes.ts";
import type { Authorizer } from "../authorize/authorize.ts";
import type { WantedUser } from "./impersonation-headers.ts";
import { nodeOf, serviceAccountGroups, serviceAccountOf, userWith } from "./user-names.ts";

const ASSOCIATED_NODE = "impersonate:associated-node";
const AUTHENTICATION = "authentication.k8s.io";

/** Number of groups (or extra values) from which the right to all of them is checked first. */
const MANY = 4;

/** The user who impersonates, and the right that is needed. */
export interface RightsInput {
  readonly authorize: Authorizer;
  readonly requester: UserInfo;
  /** Verb of the right: `impersonate`, or a constrained one such as `impersonate:user-info`. */
  readonly verb: string;
  /**
   * True for all verbs except plain `impersonate`: names are in another API group, and some values are never
   * allowed.
   */
  readonly constrained: boolean;
  /** True if the right to the uid is checked last. Otherwise it is checked after the name. */
  readonly uidLast?: boolean;
}

/** Returns the wanted user. Throws the reference's 403 unless the requester may take on every part of it. */
export async function takeOn(input: RightsInput, wanted: WantedUser): Promise<UserInfo> {
  const groups = await checkName(input, wanted);
  if (input.uidLast !== true) await checkUid(input, wanted);
  await checkGroups(input, wanted.groups);
  await checkExtra(input, wanted.extra);
  if (input.uidLast === true) await checkUid(input, wanted);
  return complete(wanted, groups);
}

async function checkUid(input: RightsInput, { uid }: WantedUser): Promise<void> {
  if (uid !== "") await check(input, { group: AUTHENTICATION, resource: "uids", name: uid });
}

type Part = Pick<AuthorizationAttributes, "group" | "resource" | "name"> &
  Partial<Pick<AuthorizationAttributes, "namespace" | "subresource">>;

const attributesOf = ({ requester, verb }: RightsInput, part: Part): AuthorizationAttributes =>
  askedOfResource(requester, verb, { version: "v1", ...part });

const isAllowed = async (input: RightsInput, part: Part): Promise<boolean> =>
  (await input.authorize(attributesOf(input, part))).decision === "allow";

const check = (input: RightsInput, part: Part): Promise<void> =>
  requireRight(input.authorize, attributesOf(input, part));

/** Throws 403 about these attributes unless they are allowed (impersonation/mode.go, checkAuthorization). */
export async function requireRight(
  authorize: Authorizer,
  attributes: AuthorizationAttributes,
): Promise<void> {
  const { decision, reason, error = "" } = await authorize(attributes);
  if (decision === "allow") return;
  throw forbiddenRequest(attributes, [error, reason].filter((text) => text !== "").join(": "));
}

/**
 * Resource name of the right to act for a node. A right to the node that a service account runs on is a right
 * to any node.
 */
const nameOf = ({ verb }: RightsInput, node: string): string => (verb === ASSOCIATED_NODE ? "*" : node);

/** Returns the groups that follow from the name. Throws 403 if the name is not allowed. */
async function checkName(input: RightsInput, { username, groups }: WantedUser): Promise<readonly string[]> {
  const group = input.constrained ? AUTHENTICATION : "";
  const node = input.constrained ? nodeOf(username) : undefined;
  const account = serviceAccountOf(username);
  if (node !== undefined) await check(input, { group, resource: "nodes", name: nameOf(input, node) });
  else if (account !== undefined) await check(input, { group, resource: "serviceaccounts", ...account });
  else await check(input, { group, resource: "users", name: username });
  if (node !== undefined) return ["system:nodes"];
  return account !== undefined && groups.length === 0 ? serviceAccountGroups(account.namespace) : groups;
}

async function checkGroups(input: RightsInput, groups: readonly string[]): Promise<void> {
  const part = (name: string): Part => ({
    group: input.constrained ? AUTHENTICATION : "",
    resource: "groups",
    name,
  });
  if (input.constrained) {
    const refuse = (name: string, why: string): Error =>
      forbiddenRequest(attributesOf(input, part(name)), why);
    if (groups.includes("")) throw refuse("", "impersonating the empty string group is not allowed");
    if (groups.includes("system:masters"))
      throw refuse("system:masters", "impersonating the system:masters group is not allowed");
    if (groups.length >= MANY && (await isAllowed(input, part("*")))) return;
  }
  for (const name of groups) await check(input, part(name));
}

async function checkExtra(input: RightsInput, extra: WantedUser["extra"]): Promise<void> {
  const part = (subresource: string, name: string): Part => ({
    group: AUTHENTICATION,
    resource: "userextras",
    subresource,
    name,
  });
  const values = Object.entries(extra).flatMap(([key, list]) => list.map((value) => [key, value] as const));
  if (input.constrained) {
    const problem = extraProblem(extra);
    if (problem !== undefined) throw forbiddenRequest(attributesOf(input, part("", "")), problem);
    if (values.length >= MANY && (await isAllowed(input, part("*", "*")))) return;
  }
  for (const [key, value] of values) await check(input, part(key, value));
}

function extraProblem(extra: WantedUser["extra"]): string | undefined {
  for (const [key, values] of Object.entries(extra)) {
    if (key === "") return "impersonating the empty string key in extra is not allowed";
    const problem = domainPathProblem(key);
    if (problem !== undefined) return `impersonating an invalid key in extra is not allowed: ${problem}`;
    if (key !== key.toLowerCase())
      return `impersonating a non-lowercase key in extra is not allowed: ${quote(key)}`;
    if (values.length === 0) return "impersonating empty values in extra is not allowed";
    if (values.includes("")) return "impersonating the empty string value in extra is not allowed";
  }
  return undefined;
}

/** Returns the problem with a key that is not a domain, a slash and a path: `example.com/role`. */
function domainPathProblem(key: string): string | undefined {
  const problems = collectErrors("extra.key", (at) => checkDomainPrefixedPath(key, at));
  return problems.length === 0 ? undefined : aggregate(problems.map((p) => `${p.field}: ${p.message}`));
}

/** Returns the complete user, with the group of authenticated or unauthenticated users. */
function complete({ username, uid, extra }: WantedUser, groups: readonly string[]): UserInfo {
  const everybody = username === "system:anonymous" ? "system:unauthenticated" : "system:authenticated";
  const has = groups.includes("system:unauthenticated") || groups.includes(everybody);
  return userWith(username, uid, has ? groups : [...groups, everybody], extra);
}
