import type { KubeObject } from "../../api/meta.ts";

/**
 * Label with the name of the Service of an EndpointSlice. `MANAGED_BY` is the label with the controller that
 * writes it.
 */
export const SERVICE_NAME = "kubernetes.io/service-name";
export const MANAGED_BY = "endpointslice.kubernetes.io/managed-by";
export const MIRRORING = "endpointslicemirroring-controller.k8s.io";

/** True for slices that the mirroring controller made. */
export const isMirror = ({ metadata }: KubeObject): boolean => metadata.labels?.[MANAGED_BY] === MIRRORING;

/** True for Endpoints with the label `endpointslice.kubernetes.io/skip-mirror: "true"`. */
export const skipsMirroring = ({ metadata }: KubeObject): boolean =>
  metadata.labels?.["endpointslice.kubernetes.io/skip-mirror"] === "true";
