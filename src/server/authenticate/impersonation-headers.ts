import type { ServerRequest } from "../../api/exchange/exchange.ts";
import type { UserInfo } from "../../api/meta.ts";
import { badRequest } from "../../api/status.ts";
import { quote } from "../../go/quote.ts";
import { extraHeaders, headerText } from "./header-values.ts";

const EXTRA = "impersonate-extra-";

/** The user in the Impersonate headers. */
export type WantedUser = Required<UserInfo>;

/** Returns the text of the 400 about parts of a user without a name. */
type PartsText = (parts: Omit<WantedUser, "username">) => string;

/** Returns the wanted user, or undefined without such headers. Throws 400 for parts of a user without a name. */
export function readImpersonationHeaders(
  request: ServerRequest,
  textOf: PartsText = userText,
): WantedUser | undefined {
  if (!Object.keys(request.headers).some((name) => name.startsWith("impersonate-"))) return undefined;
  const username = firstValue(request, "impersonate-user");
  const groups = request.headerValues("impersonate-group").map(headerText);
  const uid = firstValue(request, "impersonate-uid");
  const extra = extraHeaders(request, [EXTRA]);
  const others = groups.length > 0 || uid !== "" || Object.keys(extra).length > 0;
  if (username !== "") return { username, uid, groups, extra };
  if (others) throw badRequest(textOf({ uid, groups, extra }));
  return undefined;
}

/** Returns the first value of a header. Unlike groups and extra values, only one is used. */
const firstValue = (request: ServerRequest, name: string): string =>
  headerText(request.headerValues(name)[0] ?? "");

/** Go's %#v of a user.DefaultInfo, which clients of the reference see. */
function userText({ uid, groups, extra }: Omit<WantedUser, "username">): string {
  const list = groups.length === 0 ? "[]string(nil)" : `[]string{${groups.map(quote).join(", ")}}`;
  // Go prints maps in the order of their keys.
  const keys = Object.keys(extra).sort();
  const entries = keys.map((key) => `${quote(key)}:[]string{${(extra[key] ?? []).map(quote).join(", ")}}`);
  const map =
    entries.length === 0 ? "map[string][]string(nil)" : `map[string][]string{${entries.join(", ")}}`;
  const user = `&user.DefaultInfo{Name:"", UID:${quote(uid)}, Groups:${list}, Extra:${map}}`;
  return `requested ${user} without impersonating a user name`;
}

/** Text of the 400 without constrained impersonation: Go's %v of references to objects, one for each part. */
export function referencesText({ uid, groups, extra }: Omit<WantedUser, "username">): string {
  const reference = (kind: string, name: string, version = "", path = ""): string =>
    `{${kind}  ${name}  ${version}  ${path}}`;
  const parts = [
    ...groups.map((name) => reference("Group", name)),
    ...Object.entries(extra).flatMap(([key, values]) =>
      values.map((value) => reference("UserExtra", value, AUTHENTICATION, key)),
    ),
    ...(uid === "" ? [] : [reference("UID", uid, AUTHENTICATION)]),
  ];
  return `requested [${parts.join(" ")}] without impersonating a user`;
}

const AUTHENTICATION = "authentication.k8s.io/v1";
