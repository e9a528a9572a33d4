import type { BuiltinPlugin } from "../../hook.ts";
import type { OpenImageReviews } from "./image-policy-webhook/image-reviews.ts";
import type { TolerationProblems } from "./pod-toleration-restriction/pod-toleration-restriction.ts";

/** What plugins need from outside of admission. */
export interface PluginPorts {
  /** For the one that asks a service. */
  readonly openImageReviews?: OpenImageReviews;
  /** For the one whose settings have what pods have. */
  readonly tolerationProblems?: TolerationProblems;
}

/** Makes a plugin of its settings; undefined: it has none. Throws with the reference's text. */
export type MakePlugin = (settings: string | undefined, ports?: PluginPorts) => BuiltinPlugin;

const plain =
  (plugin: BuiltinPlugin): MakePlugin =>
  () =>
    plugin;

/** Plugins that are off unless they are asked for, each loaded when it is. */
export const OPTIONAL_PLUGINS: ReadonlyMap<string, () => Promise<MakePlugin>> = new Map([
  ["AlwaysDeny", async () => plain((await import("./always-deny/always-deny.ts")).alwaysDeny)],
  [
    "AlwaysPullImages",
    async () => plain((await import("./always-pull-images/always-pull-images.ts")).alwaysPullImages),
  ],
  [
    "DenyServiceExternalIPs",
    async () =>
      plain(
        (await import("./deny-service-external-ips/deny-service-external-ips.ts")).denyServiceExternalIps,
      ),
  ],
  ["EventRateLimit", async () => (await import("./event-rate-limit/event-rate-limit.ts")).eventRateLimit],
  [
    "ExtendedResourceToleration",
    async () =>
      plain(
        (await import("./extended-resource-toleration/extended-resource-toleration.ts"))
          .extendedResourceToleration,
      ),
  ],
  [
    "ImagePolicyWebhook",
    async () => (await import("./image-policy-webhook/image-policy-webhook.ts")).imagePolicyWebhook,
  ],
  [
    "LimitPodHardAntiAffinityTopology",
    async () =>
      plain(
        (await import("./limit-pod-hard-anti-affinity-topology/limit-pod-hard-anti-affinity-topology.ts"))
          .limitPodHardAntiAffinityTopology,
      ),
  ],
  [
    "NamespaceAutoProvision",
    async () =>
      plain((await import("./namespace-auto-provision/namespace-auto-provision.ts")).namespaceAutoProvision),
  ],
  [
    "NamespaceExists",
    async () => plain((await import("./namespace-exists/namespace-exists.ts")).namespaceExists),
  ],
  [
    "NodeRestriction",
    async () => plain((await import("./node-restriction/node-restriction.ts")).nodeRestriction),
  ],
  [
    "OwnerReferencesPermissionEnforcement",
    async () =>
      plain(
        (await import("./owner-references-permission-enforcement/owner-references-permission-enforcement.ts"))
          .ownerReferencesPermissionEnforcement,
      ),
  ],
  ["PodNodeSelector", async () => (await import("./pod-node-selector/pod-node-selector.ts")).podNodeSelector],
  [
    "PodTolerationRestriction",
    async () =>
      (await import("./pod-toleration-restriction/pod-toleration-restriction.ts")).podTolerationRestriction,
  ],
]);
