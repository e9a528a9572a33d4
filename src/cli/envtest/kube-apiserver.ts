import { existsSync } from "node:fs";
import { join } from "node:path";
import { MISSING_PLUGINS } from "../../admission/plugin-order.ts";
import type { ServeFlags } from "../serve/serve-flags.ts";
import { startServing } from "../serve/start-serving.ts";
import { SWITCH_FLAGS, VALUE_FLAGS } from "./flag-names.ts";
import { type GoFlags, parseGoFlags } from "./parse-go-flags.ts";

/** Where the stand-in for etcd says in which directory it would keep its data. */
export const DATA_DIR_PATH = "/sallyport/data-dir";

/** These mean something here; all others of the reference's are accepted, and named in a warning. */
const HONOURED: ReadonlySet<string> = new Set([
  "advertise-address",
  "admission-control-config-file",
  "api-audiences",
  "audit-log-path",
  "audit-policy-file",
  "authorization-mode",
  "bind-address",
  "cert-dir",
  "client-ca-file",
  "disable-admission-plugins",
  "enable-admission-plugins",
  "etcd-servers",
  "event-ttl",
  "max-mutating-requests-inflight",
  "max-requests-inflight",
  "runtime-config",
  "secure-port",
  "service-account-extend-token-expiration",
  "service-account-issuer",
  "service-account-jwks-uri",
  "service-account-key-file",
  "service-account-max-token-expiration",
  "service-account-signing-key-file",
  "service-cluster-ip-range",
  "service-node-port-range",
  "tls-cert-file",
  "tls-private-key-file",
  "token-auth-file",
]);

/** What makes no difference to anybody who talks to the server. */
const SILENT: ReadonlySet<string> = new Set(["allow-privileged", "v"]);

/** kube-apiserver as test environments start it: the server without controllers, its data with the stand-in for etcd. */
export async function kubeApiserver(args: readonly string[]): Promise<void> {
  if (args.includes("--help") || args.includes("-h")) {
    process.stdout.write(helpText());
    return;
  }
  const flags = parseGoFlags(args, { values: VALUE_FLAGS, switches: SWITCH_FLAGS });
  for (const name of flags.keys())
    if (!HONOURED.has(name) && !SILENT.has(name))
      process.stderr.write(`sallyport: --${name} has no effect here\n`);
  await startServing(await serveFlags(flags));
}

function helpText(): string {
  const names = [...VALUE_FLAGS, ...SWITCH_FLAGS].sort();
  const lines = names.map(
    (name) =>
      `      --${name}${VALUE_FLAGS.has(name) ? " value" : ""}${HONOURED.has(name) ? "" : "   (accepted)"}`,
  );
  return `kube-apiserver, by sallyport: for test environments.\n\nUsage:\n  kube-apiserver [flags]\n\nFlags:\n${lines.join("\n")}\n`;
}

async function serveFlags(flags: GoFlags): Promise<ServeFlags> {
  const last = (name: string): string | undefined => flags.get(name)?.at(-1);
  const all = (name: string): string[] =>
    (flags.get(name) ?? []).flatMap((value) => value.split(",")).filter((value) => value !== "");
  const dataDir = join(await dataDirOf(all("etcd-servers")[0]), "sallyport");
  return {
    securePort: last("secure-port") ?? "6443",
    bindAddress: last("bind-address") ?? "0.0.0.0",
    ...optional("advertiseAddress", last("advertise-address")),
    dataDir,
    ...servingCertificate(last),
    ...optional("clientCaFile", last("client-ca-file")),
    ...optional("tokenAuthFile", last("token-auth-file")),
    ...optional("admissionControlConfigFile", last("admission-control-config-file")),
    enableAdmissionPlugins: withoutMissing(all("enable-admission-plugins")),
    disableAdmissionPlugins: all("disable-admission-plugins"),
    // The reference has not served it for long: what asks for it is meant for another server.
    runtimeConfig: ["admissionregistration.k8s.io/v1beta1=false", ...all("runtime-config").filter(isOurs)],
    authorizationMode: all("authorization-mode").filter((mode) => mode !== "Node"),
    serviceClusterIpRange: all("service-cluster-ip-range")[0] ?? "10.0.0.0/24",
    serviceNodePortRange: all("service-node-port-range")[0] ?? "30000-32767",
    service: [],
    serviceAccountKeyFile: all("service-account-key-file"),
    ...optional("serviceAccountSigningKeyFile", last("service-account-signing-key-file")),
    serviceAccountIssuer: flags.get("service-account-issuer")?.slice() ?? [],
    apiAudiences: all("api-audiences"),
    ...optional("serviceAccountMaxTokenExpiration", last("service-account-max-token-expiration")),
    serviceAccountExtendTokenExpiration: last("service-account-extend-token-expiration") ?? "true",
    ...optional("serviceAccountJwksUri", last("service-account-jwks-uri")),
    ...optional("auditLogPath", last("audit-log-path")),
    ...optional("auditPolicyFile", last("audit-policy-file")),
    controllers: [],
    eventTtl: last("event-ttl") ?? "1h0m0s",
    maxRequestsInflight: last("max-requests-inflight") ?? "400",
    maxMutatingRequestsInflight: last("max-mutating-requests-inflight") ?? "200",
    logLevel: "warn",
  };
}

/** Test environments enable plugins that hardly any of their tests is about. */
function withoutMissing(names: readonly string[]): string[] {
  for (const name of names)
    if (MISSING_PLUGINS.has(name))
      process.stderr.write(`sallyport: the admission plugin ${name} has no effect here\n`);
  return names.filter((name) => !MISSING_PLUGINS.has(name));
}

/** `api/all=true` and its like are about betas, of which only one is ours. */
const isOurs = (setting: string): boolean => setting.startsWith("admissionregistration.k8s.io/v1beta1=");

function optional<K extends keyof ServeFlags>(key: K, value: string | undefined): { [P in K]?: string } {
  return value === undefined ? {} : ({ [key]: value } as { [P in K]?: string });
}

/** As the reference: the pair that is named, else the one in the directory of certificates. */
function servingCertificate(
  last: (name: string) => string | undefined,
): Pick<ServeFlags, "tlsCertFile" | "tlsPrivateKeyFile"> {
  const [cert, key] = [last("tls-cert-file"), last("tls-private-key-file")];
  if (cert !== undefined && key !== undefined) return { tlsCertFile: cert, tlsPrivateKeyFile: key };
  const directory = last("cert-dir") ?? "";
  const found = join(directory, "apiserver.crt");
  if (directory === "" || !existsSync(found)) return {};
  return { tlsCertFile: found, tlsPrivateKeyFile: join(directory, "apiserver.key") };
}

async function dataDirOf(etcd: string | undefined): Promise<string> {
  if (etcd === undefined) throw new Error("--etcd-servers must be specified");
  const answer = await fetch(new URL(DATA_DIR_PATH, etcd)).catch((error: Error) => {
    throw new Error(`--etcd-servers: cannot reach ${etcd}: ${String(error.cause ?? error.message)}`);
  });
  const text = await answer.text();
  if (answer.status === 200) return text;
  throw new Error(
    `--etcd-servers: ${etcd} is an etcd of its own; this server keeps its objects where the etcd beside it says`,
  );
}
