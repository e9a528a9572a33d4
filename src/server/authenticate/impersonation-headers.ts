import type { ServerRequest } from "../../api/exchange.ts";
import type { UserInfo } from "../../api/meta.ts";
import { quote } from "../../api/quote.ts";
import { badRequest } from "../../api/status.ts";

const EXTRA = "impersonate-extra-";

/** Whom the Impersonate headers name, as they say it. */
export type WantedUser = Required<UserInfo>;

/** The wanted user; undefined without such headers. Throws 400 for parts of a user without a name. */
export function readImpersonationHeaders(request: ServerRequest): WantedUser | undefined {
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

/** Go's %#v of a user.DefaultInfo, as clients of the reference see it. */
function printUser(uid: string, groups: readonly string[], extra: WantedUser["extra"]): string {
  const list = groups.length === 0 ? "[]string(nil)" : `[]string{${groups.map(quote).join(", ")}}`;
  const entries = Object.entries(extra).map(([k, v]) => `${quote(k)}:[]string{${v.map(quote).join(", ")}}`);
  const map =
    entries.length === 0 ? "map[string][]string(nil)" : `map[string][]string{${entries.join(", ")}}`;
  return `&user.DefaultInfo{Name:"", UID:${quote(uid)}, Groups:${list}, Extra:${map}}`;
}
