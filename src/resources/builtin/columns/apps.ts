import { AGE, type ColumnTable, column, NAME, wide } from "./column.ts";

/** Columns of the group apps, by plural; names, types and descriptions are what clients see. */
export const appsColumns: ColumnTable = {
  controllerrevisions: [
    NAME,
    column("Controller", "Controller of the object"),
    column("Revision", "Revision indicates the revision of the state represented by Data."),
    AGE,
  ],
  daemonsets: [
    NAME,
    column(
      "Desired",
      "The total number of nodes that should be running the daemon pod (including nodes correctly running the daemon pod). More info: https://kubernetes.io/docs/concepts/workloads/controllers/daemonset/",
      "integer",
    ),
    column(
      "Current",
      "The number of nodes that are running at least 1 daemon pod and are supposed to run the daemon pod. More info: https://kubernetes.io/docs/concepts/workloads/controllers/daemonset/",
      "integer",
    ),
    column(
      "Ready",
      "numberReady is the number of nodes that should be running the daemon pod and have one or more of the daemon pod running with a Ready Condition.",
      "integer",
    ),
    column("Up-to-date", "The total number of nodes that are running updated daemon pod", "integer"),
    column(
      "Available",
      "The number of nodes that should be running the daemon pod and have one or more of the daemon pod running and available (ready for at least spec.minReadySeconds)",
      "integer",
    ),
    column(
      "Node Selector",
      "NodeSelector is a selector which must be true for the pod to fit on a node. Selector which must match a node's labels for the pod to be scheduled on that node. More info: https://kubernetes.io/docs/concepts/configuration/assign-pod-node/",
    ),
    AGE,
    wide("Containers", "Names of each container in the template."),
    wide("Images", "Images referenced by each container in the template."),
    wide(
      "Selector",
      "A label query over pods that are managed by the daemon set. Must match in order to be controlled. It must match the pod template's labels. More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#label-selectors",
    ),
  ],
  deployments: [
    NAME,
    column("Ready", "Number of the pod with ready state"),
    column(
      "Up-to-date",
      "Total number of non-terminating pods targeted by this deployment that have the desired template spec.",
    ),
    column(
      "Available",
      "Total number of available non-terminating pods (ready for at least minReadySeconds) targeted by this deployment.",
    ),
    AGE,
    wide("Containers", "Names of each container in the template."),
    wide("Images", "Images referenced by each container in the template."),
    wide(
      "Selector",
      "Label selector for pods. Existing ReplicaSets whose pods are selected by this will be the ones affected by this deployment. It must match the pod template's labels.",
    ),
  ],
  replicasets: [
    NAME,
    column(
      "Desired",
      "Replicas is the number of desired pods. This is a pointer to distinguish between explicit zero and unspecified. Defaults to 1. More info: https://kubernetes.io/docs/concepts/workloads/controllers/replicaset",
      "integer",
    ),
    column(
      "Current",
      "Replicas is the most recently observed number of non-terminating pods. More info: https://kubernetes.io/docs/concepts/workloads/controllers/replicaset",
      "integer",
    ),
    column(
      "Ready",
      "The number of non-terminating pods targeted by this ReplicaSet with a Ready Condition.",
      "integer",
    ),
    AGE,
    wide("Containers", "Names of each container in the template."),
    wide("Images", "Images referenced by each container in the template."),
    wide(
      "Selector",
      "Selector is a label query over pods that should match the replica count. Label keys and values that must match in order to be controlled by this replica set. It must match the pod template's labels. More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#label-selectors",
    ),
  ],
  statefulsets: [
    NAME,
    column("Ready", "Number of the pod with ready state"),
    AGE,
    wide("Containers", "Names of each container in the template."),
    wide("Images", "Images referenced by each container in the template."),
  ],
};
