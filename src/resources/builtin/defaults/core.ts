import type { JsonObject } from "../../../api/json.ts";
import { getKey, setKey } from "../../../json/object.ts";
import { each, ensure, isEmptyMap, part, parts, unset, within, zero } from "../../define/fill.ts";
import { fillPodTemplate } from "../../kinds/shared/pod-template/fill-pod-spec.ts";
import { fillClaimSpec, PERSISTENT_SOURCES } from "../../kinds/shared/pod-template/fill-volume.ts";
import type { ApplyDefaults, DefaultsTable } from "./defaults-types.ts";
import { fillPod } from "./pod.ts";
import { fillService } from "./service.ts";

const fillReplicationController: ApplyDefaults = (controller) => {
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

/** stringData is only a way of writing data: it wins, and is gone. */
const fillSecret: ApplyDefaults = (secret) => {
  zero(secret, "type", "Opaque");
  const texts = part(secret, "stringData");
  if (texts === undefined) return;
  const data = ensure(secret, "data");
  for (const key of Object.keys(texts)) {
    setKey(data, key, Buffer.from(String(getKey(texts, key))).toString("base64"));
  }
  delete secret.stringData;
};

/** A PersistentVolumeClaim, also as a template in a StatefulSet. */
export function fillClaim(claim: JsonObject): void {
  zero(ensure(claim, "status"), "phase", "Pending");
  within(claim, "spec", fillClaimSpec);
}

const fillPersistentVolume: ApplyDefaults = (volume) => {
  zero(ensure(volume, "status"), "phase", "Pending");
  const spec = ensure(volume, "spec");
  zero(spec, "persistentVolumeReclaimPolicy", "Retain");
  unset(spec, "volumeMode", "Filesystem");
  for (const [name, fill] of PERSISTENT_SOURCES) within(spec, name, fill);
};

const fillNamespace: ApplyDefaults = (namespace) => {
  const { metadata } = namespace;
  // A generated name is not known yet; the strategy adds the label later.
  if (metadata.name !== undefined && metadata.name !== "") {
    metadata.labels = { ...metadata.labels, "kubernetes.io/metadata.name": metadata.name };
  }
  zero(ensure(namespace, "status"), "phase", "Active");
};

const fillNode: ApplyDefaults = (node) => {
  within(node, "status", (status) => {
    const capacity = part(status, "capacity");
    if (capacity !== undefined && status.allocatable === undefined) status.allocatable = { ...capacity };
  });
  within(node, "spec", (spec) => {
    const first = Array.isArray(spec.podCIDRs) ? spec.podCIDRs[0] : undefined;
    if (typeof spec.podCIDR === "string" && spec.podCIDR !== first) spec.podCIDRs = [spec.podCIDR];
    else if (first !== undefined) spec.podCIDR = first;
  });
};

const fillEndpoints: ApplyDefaults = (endpoints) => {
  each(endpoints, "subsets", (subset) => each(subset, "ports", (port) => zero(port, "protocol", "TCP")));
};

const fillLimitRange: ApplyDefaults = (range) => {
  for (const limit of parts(part(range, "spec"), "limits")) if (limit.type === "Container") fillLimit(limit);
};

/** default ← max; defaultRequest ← default, else min. */
function fillLimit(limit: JsonObject): void {
  const values: JsonObject = { ...part(limit, "max"), ...part(limit, "default") };
  const requests: JsonObject = { ...part(limit, "min"), ...values, ...part(limit, "defaultRequest") };
  if (!isEmptyMap(values)) limit.default = values;
  if (!isEmptyMap(requests)) limit.defaultRequest = requests;
}

export const coreDefaults: DefaultsTable = {
  Endpoints: fillEndpoints,
  LimitRange: fillLimitRange,
  Namespace: fillNamespace,
  Node: fillNode,
  PersistentVolume: fillPersistentVolume,
  PersistentVolumeClaim: fillClaim,
  Pod: fillPod,
  PodTemplate: (object) => within(object, "template", fillPodTemplate),
  ReplicationController: fillReplicationController,
  Secret: fillSecret,
  Service: fillService,
};
