import { type JsonObject, record } from "../../../../api/json.ts";
import { goForm } from "../../../machine/go-form/go-form.ts";
import { CORE_TYPES } from "./core-types.ts";

/** Fields that the reference keeps in the pod's security context, whatever the wire says. */
const HOST_FIELDS = ["hostNetwork", "hostPID", "hostIPC", "shareProcessNamespace", "hostUsers"];

/** Internal form of a core type other than those below. */
export const coreForm = (type: string, value: object): JsonObject => goForm(CORE_TYPES, type, value);

/** Internal form of a pod's spec: as the reference prints it in errors and differences. */
export function podSpecForm(spec: object): JsonObject {
  const from = spec as JsonObject;
  const context: JsonObject = { ...record(from.securityContext) };
  for (const field of HOST_FIELDS) context[field] = from[field];
  return coreForm("PodSpec", { ...from, securityContext: context });
}

/** Internal form of a PersistentVolume's spec, whose source is embedded after the first field. */
export function volumeSpecForm(spec: object): JsonObject {
  const { Capacity = null, ...rest } = coreForm("PersistentVolumeSpec", spec);
  return { Capacity, ...coreForm("PersistentVolumeSource", spec), ...rest };
}

/** Internal form of a template of pods. */
export function podTemplateForm(template: object): JsonObject {
  const { metadata, spec } = record(template);
  return {
    ...record(metadata),
    Spec: podSpecForm(record(spec)),
  };
}
