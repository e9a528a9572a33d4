import {
  configurationFor,
  type PluginConfiguration,
} from "../../../admission/configuration/admission-configuration.ts";
import { nodeFiles } from "../../../admission/configuration/files.ts";
import { InitializationError } from "../../../admission/configuration/initialization-error.ts";
import type { BuiltinPlugin } from "../../../admission/hook.ts";
import { podSecurity } from "../../../admission/hooks/builtin/pod-security/pod-security.ts";
import { resourceQuota } from "../../../admission/hooks/builtin/quota/resource-quota.ts";
import type { OpenImageReviews } from "../../../admission/hooks/optional/image-policy-webhook/image-reviews.ts";
import {
  type MakePlugin,
  OPTIONAL_PLUGINS,
  type PluginPorts,
} from "../../../admission/hooks/optional/optional-plugins.ts";
import { messageOf } from "../../../report/describe-error.ts";
import type { Features } from "../../../resources/features/features.ts";
import type { ReviewWebhook } from "../reviews/review-webhook.ts";
import { tolerationProblems } from "./toleration-problems.ts";

/** Returns the plugins that are on by default; two of them have settings. */
export function defaultPlugins(
  plugins: readonly BuiltinPlugin[],
  settings: readonly PluginConfiguration[],
  { minor }: Features,
): readonly BuiltinPlugin[] {
  const makers: Readonly<Record<string, MakePlugin>> = {
    PodSecurity: (given) => podSecurity(given, minor),
    ResourceQuota: (given) => resourceQuota(given),
  };
  return plugins.map((plugin) => {
    const make = makers[plugin.name];
    return make === undefined ? plugin : made(plugin.name, make, settings);
  });
}

/**
 * Returns the enabled plugins that are off by default, with their settings from the file. `opened` receives
 * their connections.
 */
export async function optionalPlugins(
  enabled: readonly string[],
  settings: readonly PluginConfiguration[],
  opened: ReviewWebhook[],
): Promise<BuiltinPlugin[]> {
  const wanted = [...OPTIONAL_PLUGINS].filter(([name]) => enabled.includes(name));
  const ports = await portsFor(enabled, opened);
  return Promise.all(wanted.map(async ([name, load]) => made(name, await load(), settings, ports)));
}

async function portsFor(enabled: readonly string[], opened: ReviewWebhook[]): Promise<PluginPorts> {
  const asks = enabled.includes("ImagePolicyWebhook");
  return { tolerationProblems, ...(asks ? { openImageReviews: await imageReviews(opened) } : {}) };
}

async function imageReviews(opened: ReviewWebhook[]): Promise<OpenImageReviews> {
  const { imageReviewsOver } = await import("./image-reviews.ts");
  return imageReviewsOver((webhook) => opened.push(webhook));
}

function made(
  name: string,
  make: MakePlugin,
  settings: readonly PluginConfiguration[],
  ports?: PluginPorts,
): BuiltinPlugin {
  try {
    return make(configurationFor(settings, name, nodeFiles), ports);
  } catch (error) {
    const what = error instanceof InitializationError ? "failed to initialize" : "couldn't init";
    throw new Error(`${what} admission plugin "${name}": ${messageOf(error)}`, { cause: error });
  }
}
