import { hash } from "node:crypto";
import type { ServerRequest } from "../../api/exchange/exchange.ts";
import { protocolToken } from "../../api/exchange/web-socket.ts";
import type { UserInfo } from "../../api/meta.ts";
import type { Authenticator } from "./authenticate.ts";

/**
 * Users by the SHA-256 of their token in base64, so that neither a memory dump nor timing reveals a token.
 * Made by `parseTokenFile`.
 */
export type TokenTable = ReadonlyMap<string, UserInfo>;

/**
 * An authenticator for `Authorization: Bearer` with these tokens. It returns `"invalid"` for a token that is
 * not in the table.
 */
export function bearerToken(tokens: TokenTable): Authenticator {
  return ({ headers }) => {
    const token = tokenIn(headers);
    if (token === undefined) return undefined;
    return (token !== false && tokens.get(hashToken(token))) || "invalid";
  };
}

/**
 * Maximum number of characters of a token. A longer one is refused, because its parsing would delay other
 * requests before its signature is verified.
 */
export const LONGEST_TOKEN = 16 << 10;

/** Returns the token of Authorization or of a WebSocket's subprotocol; `false`: it is not accepted. */
export function tokenIn(headers: ServerRequest["headers"]): string | undefined | false {
  const token = tokenOf(headers.authorization) ?? protocolToken(headers, LONGEST_TOKEN);
  return token !== undefined && token !== false && token.length > LONGEST_TOKEN ? false : token;
}

/**
 * Returns the token of an Authorization header, or undefined if there is none. The token ends at a blank, and
 * only one blank may precede it.
 */
export function tokenOf(authorization: string | undefined): string | undefined {
  const [scheme = "", token = ""] = (authorization ?? "").trim().split(" ", 2);
  return scheme.toLowerCase() === "bearer" && token !== "" ? token : undefined;
}

/** True if there is more than one blank between the scheme and the token. The token is ignored then. */
export function hasBlanksBeforeToken({
  headers: { authorization = "" },
}: Pick<ServerRequest, "headers">): boolean {
  return /^bearer {2}/i.test(authorization.trim());
}

/** The text of invalidTokenWithSpaceWarning in apiserver/pkg/authentication/request/bearertoken/bearertoken.go. */
export const BLANKS_BEFORE_TOKEN =
  "the provided Authorization header contains extra space before the bearer token, and is ignored";

const hashToken = (token: string): string => hash("sha256", token, "base64");

/**
 * Parses a token file as kube-apiserver does (apiserver/pkg/authentication/token/tokenfile/tokenfile.go,
 * NewCSV). Its CSV lines are `token,user,uid[,"group1,group2"]`. Cells are not trimmed, and the last line of
 * a token wins. Lines that begin with `#` are comments. Throws an Error that names the line (never the token)
 * if one has fewer than three columns.
 */
export function parseTokenFile(text: string): TokenTable {
  const table = new Map<string, UserInfo>();
  text.split(/\r?\n/).forEach((line, index) => {
    if (line.trim() === "" || line.startsWith("#")) return;
    const cells = splitCsv(line);
    const [token = "", username = "", uid = "", groups] = cells;
    if (cells.length < 3)
      throw new Error(`line ${index + 1} must have at least 3 columns (token, user name, user uid)`);
    if (token === "") return;
    const user = { username, ...(uid === "" ? {} : { uid }), groups: groups?.split(",") ?? [] };
    table.set(hashToken(token), user);
  });
  return table;
}

function splitCsv(line: string): string[] {
  const cells: string[] = [];
  for (const [, quoted, plain = ""] of `,${line}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^,]*))/g))
    cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
  return cells;
}
