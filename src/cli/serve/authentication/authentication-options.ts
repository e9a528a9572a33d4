import { type OpenParts, openAll } from "../../../async/open-parts.ts";
import { clientAuthorities } from "../../../crypto/x509/ca-bundle.ts";
import type { Certificates } from "../../../http/certificates/ensure-certificates.ts";
import { inContext } from "../../../report/in-context.ts";
import type { AuthenticateToken } from "../../../server/authenticate/authenticate-token.ts";
import { forServer } from "../../../server/authenticate/authenticate-token.ts";
import { bearerToken, parseTokenFile } from "../../../server/authenticate/bearer-token.ts";
import { clientCertificate } from "../../../server/authenticate/client-certificate.ts";
import { type RequestHeaderOptions, requestHeader } from "../../../server/authenticate/request-header.ts";
import type { Log } from "../../../server/log.ts";
import type { ServerOptions } from "../../../server/options.ts";
import { readNamed } from "../../read-named.ts";
import { inFile } from "../flags/in-file.ts";
import type { ServeFlags } from "../flags/serve-flags.ts";
import { FRONT_PROXY } from "../transport/serving-certificates.ts";
import { hasOidcFlags } from "./has-oidc-flags.ts";
import { audiencesIn } from "./service-account-tokens.ts";

/** Proxies that authenticate users. */
interface Proxies extends RequestHeaderOptions {
  /** PEM. */
  readonly ca: string;
}

const FLAG = "--requestheader-client-ca-file";

/**
 * Returns the proxies of the flags, or the server itself as a proxy of other API servers. Returns undefined if there are no
 * proxies. Throws with the reference's text for invalid header names.
 *
 * @param ownCa authority of the server as a proxy, PEM; undefined: it is none
 */
async function proxiesOf(
  { requestheader: flags }: ServeFlags,
  ownCa: string | undefined,
): Promise<Proxies | undefined> {
  const { clientCaFile: file } = flags;
  const headers = {
    allowedNames: flags.allowedNames,
    username: flags.usernameHeaders,
    uid: flags.uidHeaders,
    group: flags.groupHeaders,
    extraPrefix: flags.extraHeadersPrefix,
  };
  checkHeaders(headers);
  if (file === undefined) return ownCa === undefined ? undefined : { ca: ownCa, ...OWN_HEADERS };
  const pem = await readNamed(file, FLAG);
  return { ca: inContext(`${FLAG}: ${file}`, () => clientAuthorities(pem)), ...headers };
}

/** Values of the flags with which kubeadm starts kube-apiserver. */
const OWN_HEADERS: RequestHeaderOptions = {
  allowedNames: [FRONT_PROXY],
  username: ["X-Remote-User"],
  uid: [],
  group: ["X-Remote-Group"],
  extraPrefix: ["X-Remote-Extra-"],
};

function checkHeaders({ allowedNames, username, uid, group, extraPrefix }: RequestHeaderOptions): void {
  for (const [flag, values] of [
    ["requestheader-username-headers", username],
    ["requestheader-group-headers", group],
    ["requestheader-extra-headers-prefix", extraPrefix],
    ["requestheader-allowed-names", allowedNames],
    ["requestheader-uid-headers", uid],
  ] as const)
    if (values.some((value) => value.trim() === "")) throw new Error(`empty value in "${flag}"`);
  if (uid.length > 0 && !uid.some((name) => name.toLowerCase() === "x-remote-uid"))
    throw new Error(
      "--requestheader-uid-headers is set without specifying the standard X-Remote-Uid header - API aggregation will not work",
    );
}

/** Returns the data that servers behind this one need to verify clients and proxies. */
function trustOf(clientCa: string, proxies: Proxies | undefined): Readonly<Record<string, string>> {
  const names = (list: readonly string[]): string => JSON.stringify(list);
  return {
    "client-ca-file": clientCa,
    ...(proxies && {
      "requestheader-username-headers": names(proxies.username),
      ...(proxies.uid.length > 0 ? { "requestheader-uid-headers": names(proxies.uid) } : {}),
      "requestheader-group-headers": names(proxies.group),
      "requestheader-extra-headers-prefix": names(proxies.extraPrefix),
      "requestheader-client-ca-file": proxies.ca,
      "requestheader-allowed-names": names(proxies.allowedNames),
    }),
  };
}

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
