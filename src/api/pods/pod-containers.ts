import { type JsonObject, records } from "../../json/value.ts";

/** The lists of containers in the spec of a pod, in the order in which kube-apiserver visits them (pkg/api/pod/util.go, VisitContainers). */
export const CONTAINER_LISTS = ["initContainers", "containers", "ephemeralContainers"] as const;

/** All containers of a pod's spec. */
export const containersOf = (spec: JsonObject): JsonObject[] =>
  CONTAINER_LISTS.flatMap((list) => records(spec[list]));
