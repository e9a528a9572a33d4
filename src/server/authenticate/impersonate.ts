import type { ServerRequest } from "../../api/exchange.ts";
import { quote } from "../../api/field-error.ts";
import type { UserInfo } from "../../api/meta.ts";
import { badRequest } from "../../api/status.ts";
import { type AuthorizationAttributes, forbiddenRequest } from "../authorize/attributes.ts";
import type { Authorizer } from "../authorize/authorize.ts";
import { ANONYMOUS } from "./authenticate.ts";

const SERVICE_ACCOUNT = /^system:serviceaccount:([^:]+):([^:]+)$/;
const EXTRA = "impersonate-extra-";

/**
 * The user whom the Impersonate headers name, if the requester may act for him; undefined without such headers.
 * Each part (user, groups, uid, extra) needs a right of its own. Throws 403 or 400 (api-surface A.15).
 */
export function impersonate(
  request: ServerRequest,
  requester: UserInfo,
  authorize: Authorizer,
): UserInfo | undefined {
  const wanted = readHeaders(request);
  if (wanted === undefined) return undefined;
  for (const attributes of questions(wanted, requester)) {
    const { decision, reason } = authorize(attributes);
    if (decision !== "allow") throw forbiddenRequest(attributes, reason);
  }
  return complete(wanted);
}

interface Wanted {
  readonly username: string;
  readonly uid: string;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
}

function readHeaders(request: ServerRequest): Wanted | undefined {
  const username = request.headers["impersonate-user"] ?? "";
  const groups = request.headerValues("impersonate-group");
  const uid = request.headers["impersonate-uid"] ?? "";
  const extra = readExtra(request);
  const others = groups.length > 0 || uid !== "" || Object.keys(extra).length > 0;
  if (username !== "") return { username, uid, groups, extra };
  if (others)
    throw badRequest(`requested ${printUser(uid, groups, extra)} without impersonating a user name`);
  return undefined;
}

function readExtra(request: ServerRequest): Record<string, readonly string[]> {
  const extra: Record<string, readonly string[]> = {};
  for (const name of Object.keys(request.headers)) {
    if (name.startsWith(EXTRA)) extra[unescapeKey(name.slice(EXTRA.length))] = request.headerValues(name);
  }
  return extra;
}

function unescapeKey(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}

/** What has to be allowed, in the order in which the reference asks. */
function* questions(wanted: Wanted, user: UserInfo): Generator<AuthorizationAttributes> {
  const base = {
    user,
    verb: "impersonate",
    isResource: true,
    version: "v1",
    path: "",
    namespace: "",
    subresource: "",
  };
  const account = SERVICE_ACCOUNT.exec(wanted.username);
  if (account === null) yield { ...base, group: "", resource: "users", name: wanted.username };
  else
    yield {
      ...base,
      group: "",
      resource: "serviceaccounts",
      namespace: account[1] ?? "",
      name: account[2] ?? "",
    };
  for (const name of wanted.groups) yield { ...base, group: "", resource: "groups", name };
  const authentication = { ...base, group: "authentication.k8s.io" };
  for (const [subresource, values] of Object.entries(wanted.extra))
    for (const name of values) yield { ...authentication, resource: "userextras", subresource, name };
  if (wanted.uid !== "") yield { ...authentication, resource: "uids", name: wanted.uid };
}

/** Groups that follow from the name are added when none were asked for. */
function complete({ username, uid, groups, extra }: Wanted): UserInfo {
  const account = SERVICE_ACCOUNT.exec(username);
  const implied =
    account !== null && groups.length === 0
      ? ["system:serviceaccounts", `system:serviceaccounts:${account[1]}`]
      : [];
  const everybody = username === ANONYMOUS.username ? "system:unauthenticated" : "system:authenticated";
  const all = [...groups, ...implied];
  const hasEverybody = all.includes("system:authenticated") || all.includes("system:unauthenticated");
  return {
    username,
    ...(uid === "" ? {} : { uid }),
    groups: hasEverybody ? all : [...all, everybody],
    ...(Object.keys(extra).length === 0 ? {} : { extra }),
  };
}

/** Go's %#v of a user.DefaultInfo, as clients of the reference see it. */
function printUser(uid: string, groups: readonly string[], extra: Wanted["extra"]): string {
  const list = groups.length === 0 ? "[]string(nil)" : `[]string{${groups.map(quote).join(", ")}}`;
  const entries = Object.entries(extra).map(([k, v]) => `${quote(k)}:[]string{${v.map(quote).join(", ")}}`);
  const map =
    entries.length === 0 ? "map[string][]string(nil)" : `map[string][]string{${entries.join(", ")}}`;
  return `&user.DefaultInfo{Name:"", UID:${quote(uid)}, Groups:${list}, Extra:${map}}`;
}
