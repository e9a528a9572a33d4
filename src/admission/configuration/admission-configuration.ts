import { dirname, isAbsolute, join, resolve } from "node:path";
import { quote } from "../../go/quote.ts";
import { isJsonObject, type Json, type JsonObject } from "../../json/value.ts";
import { messageOf } from "../../report/describe-error.ts";
import { refuseOtherKind } from "./apiserver-kinds.ts";
import { readYamlOrJson } from "./document.ts";
import type { ConfigurationFiles } from "./files.ts";
import { decodeStrictly, isUnknownKind, type Kinds, type StructType } from "./strict-decode.ts";

/** One entry of the file that `--admission-control-config-file` names. */
export interface PluginConfiguration {
  readonly name: string;
  /** Absolute path; empty if there is none. */
  readonly path: string;
  /** Embedded object, which has precedence over the path; undefined if there is none. */
  readonly configuration: Json | undefined;
}

const pluginsOf = (version: string): StructType => ({
  goName: "AdmissionConfiguration",
  fields: {
    plugins: {
      kind: "list",
      goType: `[]${version}.AdmissionPluginConfiguration`,
      of: {
        goName: "AdmissionPluginConfiguration",
        fields: { name: { kind: "string" }, path: { kind: "string" }, configuration: { kind: "any" } },
      },
    },
  },
});

const KINDS: Kinds = new Map([
  ["apiserver.config.k8s.io/v1 AdmissionConfiguration", pluginsOf("v1")],
  ["apiserver.k8s.io/v1alpha1 AdmissionConfiguration", pluginsOf("v1alpha1")],
]);

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
    if (!isUnknownKind(error) || !isOldFormat(text)) throw error;
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
  const { value } = decodeOrExplain(text);
  const plugins = Array.isArray(value.plugins) ? value.plugins.filter(isJsonObject) : [];
  const base = dirname(path);
  return plugins.map((plugin) => pluginOf(plugin, base));
}

function decodeOrExplain(text: string): { value: JsonObject } {
  try {
    return decodeStrictly(text, KINDS);
  } catch (error) {
    refuseOtherKind(error, (goType) => `unexpected type: ${goType}`);
  }
}

function pluginOf(plugin: JsonObject, base: string): PluginConfiguration {
  const path = typeof plugin.path === "string" ? plugin.path : "";
  return {
    name: typeof plugin.name === "string" ? plugin.name : "",
    path: path === "" || isAbsolute(path) ? path : join(resolve(base), path),
    configuration: plugin.configuration ?? undefined,
  };
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
  try {
    return files.read(plugin.path);
  } catch (error) {
    const why = messageOf(error);
    throw new Error(`Couldn't open admission plugin configuration ${plugin.path}: ${why}`, { cause: error });
  }
}
