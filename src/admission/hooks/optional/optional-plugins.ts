import type { BuiltinPlugin } from "../../hook.ts";
import type { OpenImageReviews } from "./image-policy-webhook/image-reviews.ts";
import type { TolerationProblems } from "./pod-toleration-restriction/pod-toleration-restriction.ts";

/** Functions from outside of admission that plugins need. */
export interface PluginPorts {
  /** Used by ImagePolicyWebhook. */
  readonly openImageReviews?: OpenImageReviews;
  /** Used by PodTolerationRestriction, whose settings are validated like the tolerations of pods. */
  readonly tolerationProblems?: TolerationProblems;
}

/** Creates a plugin from its settings; undefined: it has none. Throws with kube-apiserver's text. */
export type MakePlugin = (settings: string | undefined, ports?: PluginPorts) => BuiltinPlugin;

const LOADERS: Readonly<Record<string, () => Promise<BuiltinPlugin | MakePlugin>>> = {
  AlwaysDeny: async () => (await import("./always-deny/always-deny.ts")).alwaysDeny,
  AlwaysPullImages: async () => (await import("./always-pull-images/always-pull-images.ts")).alwaysPullImages,
  DenyServiceExternalIPs: async () =>
    (await import("./deny-service-external-ips/deny-service-external-ips.ts")).denyServiceExternalIps,
  EventRateLimit: async () => (await import("./event-rate-limit/event-rate-limit.ts")).eventRateLimit,
  ExtendedResourceToleration: async () =>
    (await import("./extended-resource-toleration/extended-resource-toleration.ts"))
      .extendedResourceToleration,
  ImagePolicyWebhook: async () =>
    (await import("./image-policy-webhook/image-policy-webhook.ts")).imagePolicyWebhook,
  LimitPodHardAntiAffinityTopology: async () =>
    (await import("./limit-pod-hard-anti-affinity-topology/limit-pod-hard-anti-affinity-topology.ts"))
      .limitPodHardAntiAffinityTopology,
  NamespaceAutoProvision: async () =>
    (await import("./namespace-auto-provision/namespace-auto-provision.ts")).namespaceAutoProvision,
  NamespaceExists: async () => (await import("./namespace-exists/namespace-exists.ts")).namespaceExists,
  NodeRestriction: async () => (await import("./node-restriction/node-restriction.ts")).nodeRestriction,
  OwnerReferencesPermissionEnforcement: async () =>
    (await import("./owner-references-permission-enforcement/owner-references-permission-enforcement.ts"))
      .ownerReferencesPermissionEnforcement,
  PodNodeSelector: async () => (await import("./pod-node-selector/pod-node-selector.ts")).podNodeSelector,
  PodTolerationRestriction: async () =>
    (await import("./pod-toleration-restriction/pod-toleration-restriction.ts")).podTolerationRestriction,
};

/** Plugins that are disabled by default. Each is loaded when it is enabled. */
export const OPTIONAL_PLUGINS: ReadonlyMap<string, () => Promise<MakePlugin>> = new Map(
  Object.entries(LOADERS).map(([name, load]) => [
    name,
    async () => {
      const loaded = await load();
      return typeof loaded === "function" ? loaded : () => loaded;
    },
  ]),
);
