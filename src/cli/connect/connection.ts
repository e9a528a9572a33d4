import { authorityOf } from "../../http/webhook-client/credentials/kubeconfig.ts";
import { userCredentials } from "../../http/webhook-client/credentials/user-credentials.ts";
import {
  ANONYMOUS,
  type Credentials,
  type CredentialsTarget,
} from "../../http/webhook-client/credentials.ts";
import { inContext, inContextLater } from "../../report/in-context.ts";
import type { AuthInfo, Cluster } from "../../types/tables/clientcmd/v1-types.ts";
import { isSecure, type ServerTrust } from "../../webhook/lookup/connection.ts";
import { checkSupported } from "./check-supported.ts";
import type { Kubeconfigs } from "./kubeconfigs.ts";
import { readKubeconfigs } from "./read-kubeconfigs.ts";
import { createRenewal, type Renewal } from "./renewal.ts";

/** The address of an API server, and the credentials for it. */
export interface ServerConnection extends ServerTrust {
  readonly credentials: Credentials;
  /** For credentials that can be made again. */
  readonly renewal?: Renewal;
}

/** Connection data of a user with a certificate, which can be sent to another process. */
export interface CertificateConnection {
  readonly server: string;
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
}

export const withCertificate = ({ server, ca, cert, key }: CertificateConnection): ServerConnection => ({
  ...{ server, ca },
  credentials: { ...ANONYMOUS, clientCertificate: () => ({ cert, key }) },
});

const NO_PLUGIN =
  "it gets its credentials from a program (exec), which runs only for commands with a kubeconfig of --kubeconfig or KUBECONFIG, and not for the console: use a token (kubectl create token), or kubectl proxy and a kubeconfig with its address";

/**
 * The connection of the current context. A credential plugin runs with the first request. Throws an Error that says what is wrong
 * with the kubeconfigs, or not supported.
 */
export function connectionOf({ paths, plugins }: Kubeconfigs): ServerConnection {
  const context = readKubeconfigs(paths);
  const { cluster, user, userName } = context;
  const named = paths.join(", ");
  checkSupported(context, named);
  const trust = trustOf(cluster);
  if (user === undefined) return { ...trust, credentials: ANONYMOUS };
  const where = `${named}: user ${JSON.stringify(userName)}`;
  const credentials = inContext(where, () =>
    userCredentials(isSecure(trust) ? user : onlyImpersonating(user), targetOf(cluster, trust), {
      environment: process.env,
      hasTerminal: plugins === "at-terminal" && process.stdin.isTTY === true,
      quotesOutput: false,
    }),
  );
  const renew = credentials.rejected;
  if (renew === undefined) return { ...trust, credentials };
  if (plugins === "never") throw new Error(`${where}: ${NO_PLUGIN}`);
  const command = `${where}: ${user.exec?.command}`;
  const headers = () => inContextLater(command, async () => credentials.headers());
  return { ...trust, credentials: { ...credentials, headers }, renewal: createRenewal(renew) };
}

function trustOf(cluster: Cluster): ServerTrust {
  const ca = authorityOf(cluster);
  return {
    server: cluster.server.replace(/\/$/, ""),
    ...(ca !== "" && { ca }),
    insecure: cluster["insecure-skip-tls-verify"],
    serverName: cluster["tls-server-name"],
  };
}

const EXTENSION = "client.authentication.k8s.io/exec";

/** Information about the cluster for credential plugins. */
const targetOf = (
  cluster: Cluster,
  { ca = "", insecure = false, serverName = "" }: ServerTrust,
): CredentialsTarget => ({
  ...{ server: cluster.server, caBundle: ca, insecure, tlsServerName: serverName },
  extension: cluster.extensions.find(({ name }) => name === EXTENSION)?.extension ?? null,
});

/** A server without TLS gets no credentials, as in client-go (tools/clientcmd/client_config.go, ClientConfig). */
const onlyImpersonating = (user: AuthInfo): AuthInfo => ({
  ...user,
  ...{ token: "", tokenFile: "", username: "", exec: undefined },
  ...{ "client-certificate": "", "client-certificate-data": "" },
});
