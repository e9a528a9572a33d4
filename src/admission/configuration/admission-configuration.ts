import { dirname, isAbsolute, join, resolve } from "node:path";
import { quote } from "../../go/quote.ts";
import { isJsonObject, type Json } from "../../json/value.ts";
import { messageOf } from "../../report/describe-error.ts";
import { inContext } from "../../report/in-context.ts";
import { type FileKinds, kindsIn, UnknownKindError } from "../../types/files/decode-file.ts";
import { readYamlOrJson } from "../../types/files/document.ts";
import { decodeOwnKind } from "../../types/files/other-kind.ts";
import type { AdmissionConfiguration } from "../../types/tables/apiserver/v1-types.ts";
import type { ConfigurationFiles } from "./files.ts";

/** One entry of the file that `--admission-control-config-file` names. */
export interface PluginConfiguration {
  readonly name: string;
  /** Absolute path; empty if there is none. */
  readonly path: string;
  /** Embedded object, which has precedence over the path; undefined if there is none. */
  readonly configuration: Json | undefined;
}

const KINDS: FileKinds = {
  ...kindsIn("apiserver.config.k8s.io", "AdmissionConfiguration", "apiserver", ["v1"]),
  ...kindsIn("apiserver.k8s.io", "AdmissionConfiguration", "apiserver", ["v1alpha1"]),
};

/** Plugins that used to read the file itself, in a format without a kind. */
const OLD_PLUGINS: ReadonlySet<string> = new Set(["ImagePolicyWebhook", "PodNodeSelector"]);

/**
 * Reads the file of `--admission-control-config-file`; with an empty path no plugin has a configuration.
 * Throws with kube-apiserver's text (apiserver/pkg/admission/config.go, ReadAdmissionConfiguration).
 */
export function readAdmissionConfiguration(
  path: string,
  enabledPlugins: readonly string[],
  files: ConfigurationFiles,
): readonly PluginConfiguration[] {
  if (path === "") return [];
  const text = readNamed(path, files);
  try {
    return pluginsIn(text, path);
  } catch (error) {
    if (!(error instanceof UnknownKindError) || !isOldFormat(text)) throw error;
    return enabledPlugins
      .filter((name) => OLD_PLUGINS.has(name))
      .map((name) => ({ name, path, configuration: undefined }));
  }
}

function readNamed(path: string, files: ConfigurationFiles): string {
  try {
    return files.read(path);
  } catch (error) {
    const why = messageOf(error);
    throw new Error(`unable to read admission control configuration from ${quote(path)} [${why}]`, {
      cause: error,
    });
  }
}

function pluginsIn(text: string, path: string): readonly PluginConfiguration[] {
  const unexpected = (goType: string): string => `unexpected type: ${goType}`;
  const { plugins } = decodeOwnKind<AdmissionConfiguration>(text, KINDS, unexpected);
  const base = dirname(path);
  return plugins.map(({ name, path: file, configuration }) => ({
    name,
    path: file === "" || isAbsolute(file) ? file : join(resolve(base), file),
    configuration,
  }));
}

function isOldFormat(text: string): boolean {
  const value = readYamlOrJson(text);
  return (
    isJsonObject(value) &&
    (Object.hasOwn(value, "imagePolicy") || Object.hasOwn(value, "podNodeSelectorPluginConfig"))
  );
}

/**
 * Returns the configuration of one plugin as text; undefined: it has none. The first of several entries is
 * used.
 */
export function configurationFor(
  plugins: readonly PluginConfiguration[],
  name: string,
  files: ConfigurationFiles,
): string | undefined {
  const plugin = plugins.find((candidate) => candidate.name === name);
  if (plugin === undefined) return undefined;
  if (plugin.configuration !== undefined) {
    return JSON.stringify(plugin.configuration, (_key, value: unknown) =>
      typeof value === "bigint" ? Number(value) : value,
    );
  }
  if (plugin.path === "") return undefined;
  const { path } = plugin;
  return inContext(`Couldn't open admission plugin configuration ${path}`, () => files.read(path));
}
