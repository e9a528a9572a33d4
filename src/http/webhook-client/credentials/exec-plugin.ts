import { spawn } from "node:child_process";
import { quote } from "../../../go/quote.ts";
import type { JsonObject } from "../../../json/value.ts";
import { messageOf } from "../../../report/describe-error.ts";
import type { ExecConfig } from "../../../types/tables/clientcmd/v1-types.ts";
import type { Credentials, CredentialsTarget } from "../credentials.ts";
import { goError } from "../go-error.ts";
import { EXEC_GROUP, type Granted, readCredential } from "./exec-credential.ts";

const HINT = `

It looks like you are trying to use a client-go credential plugin that is not installed.

To learn more about this feature, consult the documentation available at:
      https://kubernetes.io/docs/reference/access-authn-authz/authentication/#client-go-credential-plugins`;

interface ExecOptions {
  readonly target: CredentialsTarget;
  /** Environment of the plugin, to which its configuration adds variables. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly now: () => number;
}

/**
 * Credentials from a plugin that runs as a program (`client.authentication.k8s.io`). It runs when a call
 * needs credentials that are missing or expired, and never twice at the same time. Throws at once if the
 * configuration can never work.
 */
export function execCredentials(config: ExecConfig, options: ExecOptions): Credentials {
  if (config.apiVersion !== `${EXEC_GROUP}/v1` && config.apiVersion !== `${EXEC_GROUP}/v1beta1`)
    throw goError(`exec plugin: invalid apiVersion ${quote(config.apiVersion)}`);
  let granted: Granted | undefined;
  let running: Promise<Granted> | undefined;
  const refresh = (): Promise<Granted> => {
    running ??= runPlugin(config, options)
      .then((fresh) => {
        granted = fresh;
        return fresh;
      })
      .finally(() => {
        running = undefined;
      });
    return running;
  };
  const current = async (): Promise<Granted> => {
    const known = granted;
    const expired = known?.expires !== undefined && options.now() > known.expires;
    return known === undefined || expired ? refresh() : known;
  };
  return {
    headers: async () => {
      try {
        const { token } = await current();
        return token === "" ? [] : ["authorization", `Bearer ${token}`];
      } catch (error) {
        throw goError(`getting credentials: ${messageOf(error)}`, error);
      }
    },
    clientCertificate: () => granted?.certificate,
    rejected: () => void refresh().catch(() => {}),
  };
}

async function runPlugin(config: ExecConfig, options: ExecOptions): Promise<Granted> {
  checkInteractive(config.interactiveMode);
  const environment = { ...options.environment };
  for (const { name, value } of config.env) environment[name] = value;
  environment.KUBERNETES_EXEC_INFO = `${JSON.stringify(execInfo(config, options.target))}\n`;
  return readCredential(await run(config, environment), config.apiVersion);
}

/** Checks the interactive mode: a server has no terminal. */
function checkInteractive(mode: string): void {
  if (mode === "Never" || mode === "IfAvailable") return;
  const why =
    mode === "Always" ? "standard input is not a terminal" : `unknown interactiveMode: ${quote(mode)}`;
  throw goError(`exec plugin cannot support interactive mode: ${why}`);
}

function execInfo({ apiVersion, provideClusterInfo }: ExecConfig, target: CredentialsTarget): JsonObject {
  const cluster: JsonObject = {
    server: target.server,
    ...(target.tlsServerName === undefined ? {} : { "tls-server-name": target.tlsServerName }),
    ...(target.caBundle === ""
      ? {}
      : { "certificate-authority-data": Buffer.from(target.caBundle).toString("base64") }),
    config: null,
  };
  return {
    kind: "ExecCredential",
    apiVersion,
    spec: { ...(provideClusterInfo ? { cluster } : {}), interactive: false },
  };
}

function run(config: ExecConfig, env: Readonly<Record<string, string | undefined>>): Promise<string> {
  const { command } = config;
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...config.args], { env, stdio: ["ignore", "pipe", "inherit"] });
    const chunks: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.once("error", (error: NodeJS.ErrnoException) => reject(goError(startText(config, error), error)));
    child.once("close", (code) => {
      if (code === 0) resolve(Buffer.concat(chunks).toString("utf8"));
      else reject(goError(`exec: executable ${command} failed with exit code ${code ?? -1}`));
    });
  });
}

function startText({ command, installHint }: ExecConfig, error: NodeJS.ErrnoException): string {
  const why =
    error.code === "EACCES"
      ? "permission denied"
      : error.code === "ENOENT"
        ? "no such file or directory"
        : error.message;
  if (command.includes("/")) return `exec: fork/exec ${command}: ${why}`;
  return `exec: executable ${command} not found${HINT}${installHint === "" ? "" : `\n\n${installHint}`}`;
}
