import { type ApplyDefaults, ensure, unset, within } from "../../../define/fill.ts";
import { fillPodTemplate } from "../../shared/pod-template/fill-pod-spec.ts";

/** Defaults of apps/v1 (SetDefaults_ReplicaSet). */
export const fillReplicaSet: ApplyDefaults = (replicaSet) => {
  const spec = ensure(replicaSet, "spec");
  unset(spec, "replicas", 1);
  within(spec, "template", fillPodTemplate);
};
