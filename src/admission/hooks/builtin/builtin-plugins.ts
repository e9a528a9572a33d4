import type { BuiltinPlugin } from "../../hook.ts";
import { certificateApproval, certificateSigning, certificateSubjectRestriction } from "./certificates.ts";
import { defaultIngressClass } from "./classes/default-ingress-class.ts";
import { defaultStorageClass } from "./classes/default-storage-class.ts";
import { namespaceLifecycle } from "./namespace-lifecycle.ts";
import { persistentVolumeClaimResize } from "./persistent-volume-claim-resize.ts";
import { podSecurity } from "./pod-security/pod-security.ts";
import { defaultTolerationSeconds, type TolerationSeconds } from "./pods/default-toleration-seconds.ts";
import { limitRanger } from "./pods/limit-ranger.ts";
import { nodeDeclaredFeatureValidator } from "./pods/node-declared-feature-validator.ts";
import { podResizeValidator } from "./pods/pod-resize-validator.ts";
import { podTopologyLabels } from "./pods/pod-topology-labels.ts";
import { priority } from "./pods/priority.ts";
import { runtimeClass } from "./pods/runtime-class.ts";
import { taintNodesByCondition } from "./pods/taint-nodes-by-condition.ts";
import { resourceQuota } from "./quota/resource-quota.ts";
import { serviceAccount } from "./service-account/service-account.ts";
import { storageObjectInUseProtection } from "./storage-object-in-use-protection.ts";

/** Settings of built-in plugins from command-line flags. */
export interface PluginSettings {
  /** Time that pods stay on nodes that are not ready or unreachable; default: five minutes. */
  readonly tolerationSeconds?: TolerationSeconds;
}

/**
 * Creates all built-in plugins. Each is enabled by default in kube-apiserver; the caller selects them by
 * name. The list is made once for each server, because some plugins keep state.
 */
export function createBuiltinPlugins({ tolerationSeconds }: PluginSettings = {}): readonly BuiltinPlugin[] {
  return [
    namespaceLifecycle(),
    limitRanger,
    serviceAccount,
    taintNodesByCondition,
    podSecurity(undefined),
    priority,
    defaultTolerationSeconds(tolerationSeconds),
    defaultStorageClass,
    storageObjectInUseProtection,
    persistentVolumeClaimResize,
    runtimeClass,
    certificateApproval,
    certificateSigning,
    certificateSubjectRestriction,
    defaultIngressClass,
    podTopologyLabels,
    nodeDeclaredFeatureValidator,
    podResizeValidator,
    resourceQuota(),
  ];
}
