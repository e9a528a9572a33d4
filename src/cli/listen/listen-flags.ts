import { many, type Options, positive } from "../options.ts";

/** Options of a webhook of ours: its address, and the requests that it receives. */
export interface ListenFlags {
  /** `127.0.0.1:9443`. */
  readonly listen: string;
  readonly url?: string;
  readonly viaService?: string;
  readonly tlsCertFile?: string;
  readonly tlsPrivateKeyFile?: string;
  readonly clientCaFile?: string;
  readonly resource: readonly string[];
  readonly inNamespace: readonly string[];
  readonly rate: number;
  readonly configuration?: string;
}

export const LISTEN_DEFAULT = "127.0.0.1:9443";

/** The flags of both commands, except `--listen` itself. `resources`: text for the default resources. */
export const listenOptions = (prefix: string, resources: string): Options => ({
  "--url <url>": `${prefix}address at which the API server reaches the webhook (default: https:// and the address of --listen)`,
  "--via-service <ns/name>": `${prefix}Service (port 443) through which the API server reaches the webhook in a cluster`,
  "--tls-cert-file <file>": `${prefix}serving certificate, PEM (default: a new one for the address)`,
  "--tls-private-key-file <file>": `${prefix}its key, PEM`,
  "--client-ca-file <file>": `${prefix}accept only callers with a certificate of these certificate authorities, PEM`,
  "--resource <resource>": many(
    `${prefix}resource of the requests, such as pods or deployments.apps; may be repeated`,
    resources,
  ),
  "--in-namespace <name>": many(
    `${prefix}namespace of the requests; may be repeated`,
    "all except system namespaces",
  ),
  "--rate <number>": positive(`${prefix}greatest number of recorded requests per second`, 100),
  "--configuration <file>": `${prefix}file for the configuration to apply (default: standard output)`,
});
