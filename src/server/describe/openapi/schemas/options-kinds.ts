import type { GroupVersionKind } from "../../../../api/group-version.ts";

/**
 * Versions in which client-go has DeleteOptions: documents of custom kinds name them all (client-go,
 * scheme.Scheme).
 */
const VERSIONS: Readonly<Record<string, readonly string[]>> = {
  "": ["v1"],
  "admissionregistration.k8s.io": ["v1", "v1alpha1", "v1beta1"],
  apps: ["v1", "v1beta1", "v1beta2"],
  "authentication.k8s.io": ["v1", "v1alpha1", "v1beta1"],
  "authorization.k8s.io": ["v1", "v1beta1"],
  autoscaling: ["v1", "v2"],
  batch: ["v1", "v1beta1"],
  "certificates.k8s.io": ["v1", "v1alpha1", "v1beta1"],
  "coordination.k8s.io": ["v1", "v1alpha2", "v1beta1"],
  "discovery.k8s.io": ["v1", "v1beta1"],
  "events.k8s.io": ["v1", "v1beta1"],
  extensions: ["v1beta1"],
  "flowcontrol.apiserver.k8s.io": ["v1", "v1beta1", "v1beta2", "v1beta3"],
  "internal.apiserver.k8s.io": ["v1alpha1"],
  "lifecycle.k8s.io": ["v1alpha1"],
  "networking.k8s.io": ["v1", "v1beta1"],
  "node.k8s.io": ["v1", "v1alpha1", "v1beta1"],
  policy: ["v1", "v1beta1"],
  "rbac.authorization.k8s.io": ["v1", "v1alpha1", "v1beta1"],
  "resource.k8s.io": ["v1", "v1alpha3", "v1beta1", "v1beta2"],
  "scheduling.k8s.io": ["v1", "v1alpha3", "v1beta1"],
  "storage.k8s.io": ["v1", "v1alpha1", "v1beta1"],
  "storagemigration.k8s.io": ["v1", "v1beta1"],
};

/** Further versions of kube-apiserver (pkg/api/legacyscheme, and the schemes of the servers in it). */
const OF_SERVERS: Readonly<Record<string, readonly string[]>> = {
  "admission.k8s.io": ["v1", "v1beta1"],
  "apiextensions.k8s.io": ["v1", "v1beta1"],
  "apiregistration.k8s.io": ["v1", "v1beta1"],
  "imagepolicy.k8s.io": ["v1alpha1"],
};

const kindsOf = (versions: typeof VERSIONS): GroupVersionKind[] =>
  Object.entries(versions).flatMap(([group, names]) =>
    names.map((version) => ({ group, version, kind: "DeleteOptions" })),
  );

export const OPTIONS_KINDS: readonly GroupVersionKind[] = kindsOf(VERSIONS);

/** All groups and versions of DeleteOptions in OpenAPI v2, sorted by group and version. */
export const SERVER_KINDS: readonly GroupVersionKind[] = kindsOf({ ...VERSIONS, ...OF_SERVERS }).sort(
  (a, b) => (`${a.group}/${a.version}` < `${b.group}/${b.version}` ? -1 : 1),
);
