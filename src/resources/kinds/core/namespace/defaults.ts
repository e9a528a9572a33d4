import { type ApplyDefaults, ensure, zero } from "../../../define/fill.ts";

/** Label with the name, and the phase (SetDefaults_Namespace). */
export const fillNamespace: ApplyDefaults = (namespace) => {
  const { metadata } = namespace;
  // A generated name is not yet known; the strategy adds the label later.
  if (metadata.name !== undefined && metadata.name !== "") {
    metadata.labels = { ...metadata.labels, "kubernetes.io/metadata.name": metadata.name };
  }
  zero(ensure(namespace, "status"), "phase", "Active");
};
