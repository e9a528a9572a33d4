import type { Handler } from "../../../api/exchange/exchange.ts";

const SEE =
  "allowed values: max-age=expireTime, includeSubDomains, preload. see https://tools.ietf.org/html/rfc6797#section-6.1 for more information";

/** The header of the flag; undefined: there is none. Throws in the words of the reference. */
export function hstsHeader(directives: readonly string[]): string | undefined {
  for (const directive of directives) {
    if (directive.trim() === "") throw new Error("empty value in strict-transport-security-directives");
    if (directive !== "includeSubDomains" && directive !== "preload" && !/^max-age=[^=]*$/.test(directive))
      throw new Error(`--strict-transport-security-directives invalid, ${SEE}`);
  }
  return directives.length === 0 ? undefined : directives.join("; ");
}

/** Adds a header to every response that makes browsers use TLS only. */
export const withHsts = (handle: Handler, hsts: string | undefined): Handler =>
  hsts === undefined
    ? handle
    : async (request) => {
        const response = await handle(request);
        return { ...response, headers: { "strict-transport-security": hsts, ...response.headers } };
      };
