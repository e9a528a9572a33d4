import { quote } from "../../../go/quote.ts";
import type { JsonObject } from "../../../json/value.ts";
import { messageOf } from "../../../report/describe-error.ts";
import type { ExecConfig } from "../../../types/tables/clientcmd/v1-types.ts";
import type { Credentials, CredentialsTarget } from "../credentials.ts";
import { goError } from "../go-error.ts";
import { EXEC_GROUP, type Granted, isUndecodable, readCredential } from "./exec-credential.ts";
import { runProgram } from "./run-program.ts";

/** Options of credential plugins. */
export interface PluginOptions {
  /** Environment of the plugin, to which its configuration adds variables; its PATH leads to the plugin. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** True: a plugin may read from standard input, which is a terminal. Default: false, as a server has none. */
  readonly hasTerminal?: boolean;
  /** False: errors have no part of the plugin's output, which can be a secret. Default: true, as in kube-apiserver. */
  readonly quotesOutput?: boolean;
}

interface ExecOptions extends PluginOptions {
  readonly target: CredentialsTarget;
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
    await running?.catch(() => {});
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
  const { environment, hasTerminal = false, target, quotesOutput = true } = options;
  const interactive = isInteractive(config.interactiveMode, hasTerminal);
  const added = Object.fromEntries(config.env.map(({ name, value }) => [name, value]));
  const info = JSON.stringify(execInfo(config, target, interactive));
  const env = { ...environment, ...added, KUBERNETES_EXEC_INFO: `${info}\n` };
  const output = await runProgram(config, { environment, env, hasTerminal, interactive });
  try {
    return readCredential(output, config.apiVersion);
  } catch (error) {
    if (quotesOutput || !isUndecodable(error)) throw error;
    throw goError("its output is no ExecCredential: JSON with apiVersion, kind and status is expected");
  }
}

/** True if the plugin reads from standard input (exec.go, isInteractive). */
function isInteractive(mode: string, hasTerminal: boolean): boolean {
  if (mode === "Never") return false;
  if (mode === "IfAvailable" || (mode === "Always" && hasTerminal)) return hasTerminal;
  const why =
    mode === "Always" ? "standard input is not a terminal" : `unknown interactiveMode: ${quote(mode)}`;
  throw goError(`exec plugin cannot support interactive mode: ${why}`);
}

function execInfo(
  { apiVersion, provideClusterInfo }: ExecConfig,
  target: CredentialsTarget,
  interactive: boolean,
): JsonObject {
  const { server, tlsServerName = "", insecure = false, caBundle, extension = null } = target;
  const cluster: JsonObject = {
    server,
    ...(tlsServerName !== "" && { "tls-server-name": tlsServerName }),
    ...(insecure && { "insecure-skip-tls-verify": true }),
    ...(caBundle !== "" && { "certificate-authority-data": Buffer.from(caBundle).toString("base64") }),
    config: extension,
  };
  return {
    kind: "ExecCredential",
    apiVersion,
    spec: { ...(provideClusterInfo && { cluster }), interactive },
  };
}
