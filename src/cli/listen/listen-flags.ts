import { type Command, Option } from "commander";
import { list, positive } from "../option-values.ts";

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

/** Adds the flags of both commands, except `--listen` itself. `resources`: text for the default resources. */
export function withListenOptions(command: Command, prefix: string, resources: string): Command {
  return command
    .option(
      "--url <url>",
      `${prefix}address at which the API server reaches the webhook (default: https:// and the address of --listen)`,
    )
    .option(
      "--via-service <ns/name>",
      `${prefix}Service (port 443) through which the API server reaches the webhook in a cluster`,
    )
    .option(
      "--tls-cert-file <file>",
      `${prefix}serving certificate, PEM (default: a new one for the address)`,
    )
    .option("--tls-private-key-file <file>", `${prefix}its key, PEM`)
    .option(
      "--client-ca-file <file>",
      `${prefix}accept only callers with a certificate of these certificate authorities, PEM`,
    )
    .addOption(
      new Option(
        "--resource <resource>",
        `${prefix}resource of the requests, such as pods or deployments.apps; may be repeated`,
      )
        .argParser(list)
        .default([], resources),
    )
    .addOption(
      new Option("--in-namespace <name>", `${prefix}namespace of the requests; may be repeated`)
        .argParser(list)
        .default([], "all except system namespaces"),
    )
    .option("--rate <number>", `${prefix}greatest number of recorded requests per second`, positive, 100)
    .option(
      "--configuration <file>",
      `${prefix}file for the configuration to apply (default: standard output)`,
    );
}
