import type { KubeObject } from "../../../../api/meta.ts";
import { collectErrors } from "../../../../api/validation/field-report.ts";
import type { Node } from "../../../../types/tables/core/v1-types.ts";
import { flag, items, text } from "../../../define/cell.ts";
import { AGE, column, NAME, textAt, wide } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { dropsFields, fieldGuard } from "../../../define/field-guard.ts";
import { fieldAt } from "../../../define/selectable-fields.ts";
import { keepField, view } from "../../../define/strategy.ts";
import { proxy, status } from "../../../define/subresources.ts";
import { checksThenCompares } from "../../../define/update-order.ts";
import { fillNode, roundTripNode } from "./defaults.ts";
import { checkNode, checkUpdate, dropConfig, warnings } from "./validate.ts";

/** Version of the kernel with the architecture, if it is known. */
function kernelVersion(object: KubeObject): string {
  const version = text(object, "status.nodeInfo.kernelVersion", "<unknown>");
  const architecture = text(object, "status.nodeInfo.architecture");
  return architecture === "" ? version : `${version} (${architecture})`;
}

/** State of a node: `Ready,SchedulingDisabled`. */
function nodeStatus(object: KubeObject): string {
  const ready = items(object, "status.conditions").findLast(({ type }) => type === "Ready");
  const status = ready === undefined ? "Unknown" : ready.status === "True" ? "Ready" : "NotReady";
  return flag(object, "spec.unschedulable") ? `${status},SchedulingDisabled` : status;
}

const ROLE_PREFIX = "node-role.kubernetes.io/";

/** Roles in the labels, sorted; `<none>` without any. */
function nodeRoles({ metadata: { labels = {} } }: KubeObject): string {
  const roles = Object.entries(labels).flatMap(([key, value]) => {
    if (key.startsWith(ROLE_PREFIX)) return [key.slice(ROLE_PREFIX.length)];
    return key === "kubernetes.io/role" ? [value] : [];
  });
  return [...new Set(roles.filter((role) => role !== ""))].sort().join(",") || "<none>";
}

/** The first address of a type; `<none>` without one. */
function nodeAddress(object: KubeObject, type: string): string {
  const address = items(object, "status.addresses").find((entry) => entry.type === type);
  return address === undefined ? "<none>" : text(address, "address");
}

/** Fields of features that are off in 1.37. */
const dropOff = dropsFields([
  fieldGuard("InPlacePodVerticalScalingSchedulerPreemption", ["spec.podPreemptionPolicy"]),
]);

export const node = defineResource({
  group: "",
  kind: "Node",
  scope: "Cluster",
  shortNames: ["no"],
  storagePrefix: "minions",
  versions: [{ version: "v1", defaults: fillNode, roundTrip: roundTripNode }],
  columns: [
    NAME,
    column`Status: ${nodeStatus} The status of the node`,
    column`Roles: ${nodeRoles} The roles of the node`,
    AGE,
    column`Version: ${textAt("status.nodeInfo.kubeletVersion")} Kubelet Version reported by the node.`,
    wide`Internal-IP: ${(object) => nodeAddress(object, "InternalIP")} List of addresses reachable to the node. Queried from cloud provider, if available. More info: https://kubernetes.io/docs/reference/node/node-status/#addresses Note: This field is declared as mergeable, but the merge key is not sufficiently unique, which can cause data corruption when it is merged. Callers should instead use a full-replacement patch. See https://pr.k8s.io/79391 for an example. Consumers should assume that addresses can change during the lifetime of a Node. However, there are some exceptions where this may not be possible, such as Pods that inherit a Node's address in its own status or consumers of the downward API (status.hostIP).`,
    wide`External-IP: ${(object) => nodeAddress(object, "ExternalIP")} List of addresses reachable to the node. Queried from cloud provider, if available. More info: https://kubernetes.io/docs/reference/node/node-status/#addresses Note: This field is declared as mergeable, but the merge key is not sufficiently unique, which can cause data corruption when it is merged. Callers should instead use a full-replacement patch. See https://pr.k8s.io/79391 for an example. Consumers should assume that addresses can change during the lifetime of a Node. However, there are some exceptions where this may not be possible, such as Pods that inherit a Node's address in its own status or consumers of the downward API (status.hostIP).`,
    wide`OS-Image: ${textAt("status.nodeInfo.osImage", "<unknown>")} OS Image reported by the node from /etc/os-release (e.g. Debian GNU/Linux 7 (wheezy)).`,
    wide`Kernel-Version: ${kernelVersion} Kernel Version reported by the node from 'uname -r' (e.g. 3.16.0-0.bpo.4-amd64).`,
    wide`Container-Runtime: ${textAt("status.nodeInfo.containerRuntimeVersion", "<unknown>")} ContainerRuntime Version reported by the node through runtime remote API (e.g. containerd://1.4.2).`,
  ],
  selectableFields: { "spec.unschedulable": fieldAt("spec.unschedulable", "false") },
  namespaceSelectable: false,
  subresources: [
    proxy("NodeProxyOptions"),
    status({
      prepareForUpdate(object, old) {
        keepField(object, old, "spec");
        if (view<Node>(old).status?.config === undefined) delete view<Node>(object).status?.config;
      },
      validateUpdate: (object, old, context) =>
        collectErrors("", (at) => checkUpdate(view<Node>(object), view<Node>(old), at), context),
    }),
  ],
  strategy: {
    ...checksThenCompares(checkNode, checkUpdate),
    resetFields: [["status"]],
    prepareForCreate(object) {
      dropOff(object);
      dropConfig(object);
    },
    prepareForUpdate(object, old) {
      keepField(object, old, "status");
      dropOff(object, old);
      dropConfig(object, old);
    },
    warnings: warnings,
  },
});
