import { bearerToken, parseTokenFile } from "../../server/authenticate/bearer-token.ts";
import { clientCertificate } from "../../server/authenticate/client-certificate.ts";
import { forServer } from "../../server/authenticate/union-tokens.ts";
import type { Log } from "../../server/log.ts";
import type { ServerOptions } from "../../server/options.ts";
import { readNamed } from "../read-named.ts";
import { hasOidcFlags } from "./authentication/has-oidc-flags.ts";
import type { ServeFlags } from "./serve-flags.ts";
import { audiencesIn, issuersIn } from "./service-account-tokens.ts";

type Options = Required<
  Pick<ServerOptions, "authenticators" | "anonymous" | "bootstrapTokens" | "tokenAuthenticators">
>;

/** Who is who, as the flags want it. What a server does not use is not loaded. */
export async function authenticationOf(
  flags: ServeFlags,
  log: Log,
): Promise<Partial<Options> & { close(): void }> {
  const authenticators = [clientCertificate(Date.now), ...(await fileTokens(flags))];
  const bootstrapTokens = isOn(flags.enableBootstrapTokenAuth);
  const issuers = await issuersOf(flags, log);
  return {
    authenticators,
    bootstrapTokens,
    ...(issuers && {
      anonymous: issuers.anonymous,
      tokenAuthenticators: [forServer(issuers.authenticate, audiencesIn(flags))],
    }),
    close: () => issuers?.close(),
  };
}

const isOn = (value: boolean | string | undefined): boolean => value === true || value === "true";

async function fileTokens({ tokenAuthFile: file }: ServeFlags) {
  if (file === undefined) return [];
  return [bearerToken(parseTokenFile(await readNamed(file, "--token-auth-file")))];
}

async function issuersOf(flags: ServeFlags, log: Log) {
  const { authenticationConfig, anonymousAuth } = flags;
  if (authenticationConfig === undefined && anonymousAuth === undefined && !hasOidcFlags(flags))
    return undefined;
  const { openAuthentication } = await import("./authentication/authentication.ts");
  return openAuthentication(flags, issuersIn(flags), log);
}
