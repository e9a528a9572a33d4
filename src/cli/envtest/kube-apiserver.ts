import { existsSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Option } from "commander";
import { messageOf } from "../../report/describe-error.ts";
import { parseFeatures } from "../../resources/features/parse-features.ts";
import { servedVersions } from "../../resources/kinds/served-versions.ts";
import { KUBERNETES_VERSION } from "../../server/options.ts";
import type { Given, GivenFlags } from "../flags/flag.ts";
import { ACCEPTED } from "../serve/flags/accepted-flags.ts";
import { readServeFlags, type ServeFlags, serveOptions } from "../serve/flags/serve-flags.ts";
import { startServing } from "../serve/start/start-serving.ts";
import { print, tell } from "../terminal.ts";
import { SWITCH_FLAGS, VALUE_FLAGS } from "./flag-names.ts";
import { type GoFlags, parseGoFlags } from "./parse-go-flags.ts";

/** Path at which the replacement for etcd returns the directory in which it would keep its data. */
export const DATA_DIR_PATH = "/sallyport/data-dir";

const { [ACCEPTED]: _accepted, ...ours } = serveOptions();
const OPTIONS = Object.values(ours).flat();

/** Flags with an effect here; all others of the reference are accepted, and named in a warning. */
const HONOURED: ReadonlySet<string> = new Set(
  OPTIONS.map((option) => option.name()).filter((name) => VALUE_FLAGS.has(name) || SWITCH_FLAGS.has(name)),
);

/**
 * Runs kube-apiserver as test environments start it: the server without controllers, with its data beside the
 * replacement for etcd.
 */
export async function kubeApiserver(args: readonly string[]): Promise<void> {
  if (args.includes("--help") || args.includes("-h")) {
    print(helpText());
    return;
  }
  if (args.includes("--version")) {
    print(`Kubernetes ${KUBERNETES_VERSION}\n`);
    return;
  }
  const flags = parseGoFlags(args, { values: VALUE_FLAGS, switches: SWITCH_FLAGS });
  for (const name of flags.keys()) if (!HONOURED.has(name)) tell(`sallyport: --${name} has no effect here`);
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

/** Converts the flags of kube-apiserver to those of `sallyport serve`. */
async function serveFlags(given: GoFlags): Promise<GivenFlags> {
  const { certDir: _dir, etcdServers: _servers, ...kept } = chosenFlags(given);
  const own = readServeFlags(chosenFlags(given));
  const { certDir = "", etcdServers = [] } = own;
  return {
    ...kept,
    bindAddress: given.get("bind-address")?.at(-1) ?? "0.0.0.0",
    ...(await placeOf(etcdServers, certDir)),
    ...servingCertificate(own, certDir),
    featureGates: own.featureGates.filter((gate) => isSettable(gate, own.emulatedVersion)),
    runtimeConfig: runtimeConfig(own.runtimeConfig.filter(isServable)),
    controllers: [],
    console: false,
    logFormat: "json",
  };
}

/** Gates of other versions, and those that cannot be set here, have no effect: a test environment starts all the same. */
function isSettable(gate: string, emulatedVersion: readonly string[]): boolean {
  try {
    parseFeatures(emulatedVersion, [gate]);
    return true;
  } catch (error) {
    tell(`sallyport: --feature-gates=${gate} has no effect here: ${messageOf(error)}`);
    return false;
  }
}

function chosenFlags(given: GoFlags): Record<string, Given> {
  const flags: Record<string, Given> = {};
  for (const option of OPTIONS) flags[option.attributeName()] = chosen(option, given) ?? option.defaultValue;
  return flags;
}

/** The last of several values, or all of them where the flag is a list. */
function chosen(option: Option, given: GoFlags): string | string[] | undefined {
  const values = given.get(option.name());
  if (option.parseArg === undefined || values === undefined) return values?.at(-1);
  return values.flatMap((value) => value.split(",")).filter((value) => value !== "");
}

/** Versions that this server does not have have no effect. */
function isServable(setting: string): boolean {
  try {
    // Alone, `api/all=false` is refused.
    servedVersions(["api/ga=true", setting]);
    return true;
  } catch (error) {
    tell(`sallyport: --runtime-config=${setting} has no effect here: ${messageOf(error)}`);
    return false;
  }
}

const V1BETA1 = "admissionregistration.k8s.io/v1beta1";

/**
 * The reference no longer serves webhook configurations in v1beta1 by default: only a setting for that
 * version turns them on.
 */
const runtimeConfig = (settings: readonly string[]): string[] =>
  settings.some((setting) => setting.startsWith(`${V1BETA1}=`))
    ? [...settings]
    : [
        `${V1BETA1}/mutatingwebhookconfigurations=false`,
        `${V1BETA1}/validatingwebhookconfigurations=false`,
        ...settings,
      ];

/**
 * Returns the certificate files that the reference would use: the pair that flags name, else the pair in the
 * directory of certificates.
 */
function servingCertificate(own: ServeFlags, certDir: string): GivenFlags {
  const found = join(certDir, "apiserver.crt");
  const named = own.tlsCertFile !== undefined && own.tlsPrivateKeyFile !== undefined;
  if (named || certDir === "" || !existsSync(found)) return {};
  return { tlsCertFile: found, tlsPrivateKeyFile: join(certDir, "apiserver.key") };
}

/**
 * Returns the place of the data. With the replacement for etcd: the folder beside its data. With an etcd:
 * that etcd, and a folder for our certificates.
 */
async function placeOf(etcdServers: readonly string[], certDir: string): Promise<GivenFlags> {
  const [etcd] = etcdServers;
  if (etcd === undefined) throw new Error("--etcd-servers must be specified");
  const folder = await standInFolder(etcd);
  if (folder !== undefined) return { dataDir: join(folder, "sallyport") };
  const dataDir = certDir === "" ? await mkdtemp(join(tmpdir(), "sallyport-envtest-")) : certDir;
  return { dataDir: join(dataDir, "sallyport"), etcdServers };
}

/** Returns undefined for a real etcd, also for one over TLS, which the replacement does not support. */
async function standInFolder(etcd: string): Promise<string | undefined> {
  if (etcd.startsWith("https:")) return undefined;
  const answer = await fetch(new URL(DATA_DIR_PATH, etcd)).catch((error: Error) => {
    throw new Error(`--etcd-servers: cannot reach ${etcd}: ${String(error.cause ?? error.message)}`);
  });
  return answer.status === 200 ? answer.text() : undefined;
}
