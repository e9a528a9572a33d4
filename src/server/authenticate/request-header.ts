import type { ServerRequest } from "../../api/exchange/exchange.ts";
import type { Authenticator } from "./authenticate.ts";
import { extraHeaders, headerText } from "./header-values.ts";
import { userWith } from "./user-names.ts";

/** Names of headers in which a proxy sends the user. Case does not matter. */
export interface RequestHeaders {
  readonly username: readonly string[];
  readonly uid: readonly string[];
  readonly group: readonly string[];
  readonly extraPrefix: readonly string[];
}

/** Names of the headers in which a proxy sends the user, and the proxies that may send them. */
export interface RequestHeaderOptions extends RequestHeaders {
  /** Allowed common names of proxies. If empty, all certificates of the proxies' CA are accepted. */
  readonly allowedNames: readonly string[];
}

/**
 * Authenticator for the user that a front proxy sends
 * (apiserver/pkg/authentication/request/headerrequest/requestheader.go). The headers of other clients are
 * ignored. A client whose certificate is not a proxy's, and that no other authenticator accepts, is refused
 * and does not become anonymous.
 */
export function requestHeader(options: RequestHeaderOptions): Authenticator {
  const { allowedNames } = options;
  return (request) => {
    const { certificate } = request.peer;
    if (certificate === undefined) return undefined;
    if (certificate.vouchedBy?.proxies !== true) return "invalid";
    if (allowedNames.length > 0 && !allowedNames.includes(certificate.commonName)) return "invalid";
    return userIn(request, options);
  };
}

function userIn(request: ServerRequest, { username, uid, group, extraPrefix }: RequestHeaders) {
  const first = (names: readonly string[]): string =>
    headerText(
      names.map((name) => request.headerValues(name.toLowerCase())[0] ?? "").find((value) => value !== "") ??
        "",
    );
  const name = first(username);
  if (name === "") return undefined;
  const groups = group.flatMap((header) => request.headerValues(header.toLowerCase()));
  const given = groups.filter((value) => value !== "").map(headerText);
  return userWith(name, first(uid), given, extraHeaders(request, extraPrefix));
}
