import { isJsonObject, type JsonObject, record } from "../../../../api/json.ts";
import { keepEmptied } from "../../../../json/emptied.ts";
import { clone } from "../../../../json/object.ts";
import { inGoOrder } from "../../../machine/go-order.ts";
import { HOST_FIELDS, internalForm } from "../../../types/internal-form.ts";
import { builtinShape } from "../../../types/shapes.ts";

/** Internal form of a core type other than those below. */
export const coreForm = (type: string, value: object): JsonObject => internalForm(`core/v1.${type}`, value);

/** The same of what was stored, which has no empty lists and maps, whatever was sent. */
export const storedForm = (type: string, value: object): JsonObject =>
  coreForm(type, clone(value as JsonObject));

/** Internal form of a pod's spec: as the reference prints it in errors and differences. */
export function podSpecForm(spec: object): JsonObject {
  const from = spec as JsonObject;
  const context: JsonObject = { ...record(from.securityContext) };
  for (const field of HOST_FIELDS.split(" ")) context[field] = from[field];
  const whole = { ...from, securityContext: context };
  keepEmptied(from, whole);
  if (isJsonObject(from.securityContext)) keepEmptied(from.securityContext, context);
  return coreForm("PodSpec", whole);
}

/** Internal form of a template of pods. */
export function podTemplateForm(template: object): JsonObject {
  const { metadata, spec } = record(template);
  return {
    ...inGoOrder(clone(record(metadata)), builtinShape("meta/v1.ObjectMeta")),
    Spec: podSpecForm(record(spec)),
  };
}
