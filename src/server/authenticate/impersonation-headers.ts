import type { ServerRequest } from "../../api/exchange.ts";
import type { UserInfo } from "../../api/meta.ts";
import { quote } from "../../api/quote.ts";
import { badRequest } from "../../api/status.ts";
import { extraHeaders, headerText } from "./header-values.ts";

const EXTRA = "impersonate-extra-";

/** Whom the Impersonate headers name, as they say it. */
export type WantedUser = Required<UserInfo>;

/** The wanted user; undefined without such headers. Throws 400 for parts of a user without a name. */
export function readImpersonationHeaders(request: ServerRequest): WantedUser | undefined {
  const username = firstValue(request, "impersonate-user");
  const groups = request.headerValues("impersonate-group").map(headerText);
  const uid = firstValue(request, "impersonate-uid");
  const extra = extraHeaders(request, [EXTRA]);
  const others = groups.length > 0 || uid !== "" || Object.keys(extra).length > 0;
  if (username !== "") return { username, uid, groups, extra };
  if (others)
    throw badRequest(`requested ${printUser(uid, groups, extra)} without impersonating a user name`);
  return undefined;
}

/** A repeated header counts once, unlike groups and extra values. */
const firstValue = (request: ServerRequest, name: string): string =>
  headerText(request.headerValues(name)[0] ?? "");

/** Go's %#v of a user.DefaultInfo, as clients of the reference see it. */
function printUser(uid: string, groups: readonly string[], extra: WantedUser["extra"]): string {
  const list = groups.length === 0 ? "[]string(nil)" : `[]string{${groups.map(quote).join(", ")}}`;
  const entries = Object.entries(extra).map(([k, v]) => `${quote(k)}:[]string{${v.map(quote).join(", ")}}`);
  const map =
    entries.length === 0 ? "map[string][]string(nil)" : `map[string][]string{${entries.join(", ")}}`;
  return `&user.DefaultInfo{Name:"", UID:${quote(uid)}, Groups:${list}, Extra:${map}}`;
}
