import { type ApplyDefaults, ensure, isEmptyMap, part, unset } from "../../../define/fill.ts";
import { fillPodTemplate } from "../../shared/pod-template/fill-pod-spec.ts";

/** Defaults; selector and labels are those of the template (SetDefaults_ReplicationController). */
export const fillReplicationController: ApplyDefaults = (controller) => {
  const spec = ensure(controller, "spec");
  const template = part(spec, "template");
  const labels = part(part(template, "metadata"), "labels");
  if (labels !== undefined) {
    if (isEmptyMap(part(spec, "selector"))) spec.selector = { ...labels };
    if (isEmptyMap(controller.metadata.labels)) Object.assign(controller.metadata, { labels: { ...labels } });
  }
  unset(spec, "replicas", 1);
  if (template !== undefined) fillPodTemplate(template);
};
