import { items, text } from "../../../define/cell.ts";
import { AGE, column, NAME, textAt, wide } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { fieldAt, fieldsAt } from "../../../define/selectable-fields.ts";
import { countGeneration, keepField, strategy } from "../../../define/strategy.ts";
import { connect, create, proxy, status, update, withoutTables } from "../../../define/subresources.ts";
import { podReason, podRestarts, podRowConditions, readinessGates, readyContainers } from "./columns.ts";
import { fillPod, fillPodEarly, roundTripPod } from "./defaults.ts";
import {
  prepareEphemeralContainers,
  preparePodForCreate,
  preparePodForUpdate,
  preparePodResize,
  preparePodStatus,
} from "./prepare.ts";
import {
  createWarnings,
  statusWarnings,
  validateEphemeralContainers,
  validatePod,
  validatePodStatus,
  validatePodUpdate,
  validateResize,
  whole,
} from "./validate.ts";

const VERSION = { version: "v1", roundTrip: roundTripPod } as const;

export const pod = defineResource({
  group: "",
  kind: "Pod",
  scope: "Namespaced",
  shortNames: ["po"],
  categories: ["all"],
  versions: [{ ...VERSION, defaults: fillPod }],
  whenChanged: (changed) =>
    changed.has("PodLevelResourcesFixDefaulting")
      ? { versions: [{ ...VERSION, defaults: fillPodEarly }] }
      : undefined,
  columns: [
    NAME,
    column`Ready: ${readyContainers} The aggregate readiness state of this pod for accepting traffic.`,
    column`Status: ${podReason} The aggregate status of the containers in this pod.`,
    column`Restarts: ${podRestarts} The number of times the containers in this pod have been restarted and when the last container in this pod has restarted.`,
    AGE,
    wide`IP: ${(object) => text(items(object, "status.podIPs")[0], "ip", "<none>")} podIP address allocated to the pod. Routable at least within the cluster. Empty if not yet allocated.`,
    wide`Node: ${textAt("spec.nodeName", "<none>")} NodeName indicates in which node this pod is scheduled. If empty, this pod is a candidate for scheduling by the scheduler defined in schedulerName. Once this field is set, the kubelet for this node becomes responsible for the lifecycle of this pod. This field should not be used to express a desire for the pod to be scheduled on a specific node. https://kubernetes.io/docs/concepts/scheduling-eviction/assign-pod-node/#nodename`,
    wide`Nominated Node: ${textAt("status.nominatedNodeName", "<none>")} nominatedNodeName is set only when this pod preempts other pods on the node, but it cannot be scheduled right away as preemption victims receive their graceful termination periods. This field does not guarantee that the pod will be scheduled on this node. Scheduler may decide to place the pod elsewhere if other nodes become available sooner. Scheduler may also decide to give the resources on this node to a higher priority pod that is created after preemption. As a result, this field may be different than PodSpec.nodeName when the pod is scheduled.`,
    wide`Readiness Gates: ${readinessGates} If specified, all readiness gates will be evaluated for pod readiness. A pod is ready when all its containers are ready AND all conditions specified in the readiness gates have status equal to "True" More info: https://git.k8s.io/enhancements/keps/sig-network/580-pod-readiness-gates`,
  ],
  indexedFields: ["spec.nodeName", "spec.host"],
  selectableFields: {
    ...fieldsAt(
      "spec.nodeName",
      "spec.restartPolicy",
      "spec.schedulerName",
      "spec.serviceAccountName",
      "status.phase",
      "status.podIP",
      "status.nominatedNodeName",
    ),
    "spec.host": fieldAt("spec.nodeName"),
    "spec.hostNetwork": fieldAt("spec.hostNetwork", "false"),
    // The reference accepts this selector, but the value is always empty.
    "status.podIPs": () => "",
  },
  subresources: [
    connect("attach", "PodAttachOptions"),
    create("binding", { group: "", version: "v1", kind: "Binding" }),
    withoutTables(
      update(
        "ephemeralcontainers",
        strategy({
          ...whole,
          prepareForUpdate(object, old, context) {
            prepareEphemeralContainers(object, old, context);
            keepField(object, old, "status");
            countGeneration(object, old, ["spec"], "core/v1.Pod");
          },
          validateUpdate: validateEphemeralContainers,
        }),
      ),
    ),
    create("eviction", { group: "policy", version: "v1", kind: "Eviction" }),
    connect("exec", "PodExecOptions"),
    { name: "log", style: "get", verbs: ["get"] },
    connect("portforward", "PodPortForwardOptions"),
    proxy("PodProxyOptions"),
    withoutTables(
      update(
        "resize",
        strategy({
          ...whole,
          prepareForUpdate(object, old, context) {
            preparePodResize(object, old, context);
            countGeneration(object, old, ["spec"], "core/v1.Pod");
          },
          validateUpdate: validateResize,
        }),
      ),
    ),
    status({
      ...whole,
      repeatsMeta: ["update"],
      resetFields: [["spec"], ["metadata", "deletionTimestamp"], ["metadata", "ownerReferences"]],
      prepareForUpdate: preparePodStatus,
      validateUpdate: validatePodStatus,
      warnings: statusWarnings,
    }),
  ],
  strategy: {
    ...whole,
    resetFields: [["status"]],
    prepareForCreate: preparePodForCreate,
    prepareForUpdate(object, old, context) {
      keepField(object, old, "status");
      preparePodForUpdate(object, old, context);
      countGeneration(object, old, ["spec"], "core/v1.Pod");
    },
    validateCreate: validatePod,
    validateUpdate: validatePodUpdate,
    warnings: (object, old) => (old === undefined ? createWarnings(object) : []),
  },
  rowConditions: podRowConditions,
});
