import { type Command, InvalidArgumentError, Option } from "commander";
import { list } from "../repeated.ts";

/** Where a webhook of ours listens, and what it asks to be told. */
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

/** The flags of both commands, but for `--listen` itself. `resources`: what it is asked about where nothing is said. */
export function withListenOptions(command: Command, prefix: string, resources: string): Command {
  return command
    .option(
      "--url <url>",
      `${prefix}where the API server reaches it (default: https:// and the address of --listen)`,
    )
    .option(
      "--via-service <ns/name>",
      `${prefix}in a cluster: the Service, port 443, by which the API server reaches it`,
    )
    .option(
      "--tls-cert-file <file>",
      `${prefix}serving certificate, PEM (default: one that is made for the address)`,
    )
    .option("--tls-private-key-file <file>", `${prefix}its key, PEM`)
    .option("--client-ca-file <file>", `${prefix}only callers with a certificate of these authorities, PEM`)
    .addOption(
      new Option(
        "--resource <resource>",
        `${prefix}what it is asked about, as pods or deployments.apps; may be repeated`,
      )
        .argParser(list)
        .default([], resources),
    )
    .addOption(
      new Option("--in-namespace <name>", `${prefix}only these namespaces; may be repeated`)
        .argParser(list)
        .default([], "all but those of the system"),
    )
    .option("--rate <number>", `${prefix}take so many requests a second at the most`, positive, 100)
    .option(
      "--configuration <file>",
      `${prefix}where the configuration to apply is written (default: standard output)`,
    );
}

function positive(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1) throw new InvalidArgumentError("It is a number from 1 on.");
  return value;
}
