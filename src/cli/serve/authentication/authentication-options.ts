import { type OpenParts, openAll } from "../../../async/open-parts.ts";
import type { Certificates } from "../../../http/certificates/ensure-certificates.ts";
import type { AuthenticateToken } from "../../../server/authenticate/authenticate-token.ts";
import { bearerToken, parseTokenFile } from "../../../server/authenticate/bearer-token.ts";
import { clientCertificate } from "../../../server/authenticate/client-certificate.ts";
import { requestHeader } from "../../../server/authenticate/request-header.ts";
import { forServer } from "../../../server/authenticate/union-tokens.ts";
import type { Log } from "../../../server/log.ts";
import type { ServerOptions } from "../../../server/options.ts";
import { readNamed } from "../../read-named.ts";
import { inFile } from "../flags/in-file.ts";
import type { ServeFlags } from "../flags/serve-flags.ts";
import { hasOidcFlags } from "./has-oidc-flags.ts";
import { proxiesOf, trustOf } from "./request-headers.ts";
import { audiencesIn } from "./service-account-tokens.ts";

type Chosen =
  | "authenticators"
  | "requestHeaders"
  | "anonymous"
  | "bootstrapTokens"
  | "tokenAuthenticators"
  | "trust";

interface OpenAuthentication {
  readonly options: Pick<ServerOptions, Chosen>;
  /** Authorities of proxies, PEM; undefined: there are none. */
  readonly proxyCa: string | undefined;
  close(): Promise<void>;
}

/** Opens the authenticators that the flags name. Code that a server does not use is not loaded. */
export const authenticationOf = (base: AuthenticationBase): Promise<OpenAuthentication> =>
  openAll((open) => openAuthentication(base, open));

interface AuthenticationBase {
  readonly flags: ServeFlags;
  readonly log: Log;
  readonly certificates: Pick<Certificates, "ca" | "frontProxy">;
}

async function openAuthentication(
  { flags, log, certificates: { ca, frontProxy } }: AuthenticationBase,
  open: OpenParts,
): Promise<OpenAuthentication> {
  const proxies = await proxiesOf(flags, frontProxy?.ca.cert);
  const issuers = open.add(await issuersOf(flags, log), (one) => one?.close());
  const webhook = open.add(await webhookOf(flags, log), (one) => one?.close());
  const { clientCaFile } = flags;
  const clientCa = clientCaFile ? await readNamed(clientCaFile, "--client-ca-file") : ca.cert;
  const tokenAuthenticators: AuthenticateToken[] = [];
  if (issuers) tokenAuthenticators.push(forServer(issuers.authenticate, audiencesIn(flags)));
  if (webhook) tokenAuthenticators.push(webhook.authenticate);
  return {
    options: {
      authenticators: [
        ...(proxies === undefined ? [] : [requestHeader(proxies)]),
        clientCertificate(Date.now),
        ...(await fileTokens(flags)),
      ],
      ...(proxies && { requestHeaders: proxies }),
      bootstrapTokens: flags.enableBootstrapTokenAuth,
      tokenAuthenticators,
      ...(issuers && { anonymous: issuers.anonymous }),
      trust: trustOf(clientCa, proxies),
    },
    proxyCa: proxies?.ca,
    close: () => open.close(),
  };
}

async function fileTokens({ tokenAuthFile: file }: ServeFlags) {
  if (file === undefined) return [];
  const text = await readNamed(file, "--token-auth-file");
  return [bearerToken(inFile("--token-auth-file", file, () => parseTokenFile(text)))];
}

async function issuersOf(flags: ServeFlags, log: Log) {
  const { authenticationConfig, anonymousAuth } = flags;
  if (authenticationConfig === undefined && anonymousAuth === undefined && !hasOidcFlags(flags.oidc))
    return undefined;
  const { openAuthentication } = await import("./authentication.ts");
  return openAuthentication(flags, flags.serviceAccountIssuer, log);
}

async function webhookOf(flags: ServeFlags, log: Log) {
  const path = flags.authenticationTokenWebhookConfigFile;
  if (path === undefined) return undefined;
  const { openTokenWebhook } = await import("./token-webhook.ts");
  const options = { audiences: audiencesIn(flags), log };
  return inFile("--authentication-token-webhook-config-file", path, () =>
    openTokenWebhook(path, flags, options),
  );
}
