import { keepEmptied } from "../../../../api/object/emptied.ts";
import { clone } from "../../../../json/object.ts";
import { isJsonObject, type JsonObject, record } from "../../../../json/value.ts";
import { HOST_FIELDS, internalForm } from "../../../../types/go-form/internal-form.ts";
import { inGoOrder } from "../../../../types/go-order.ts";
import { builtinShape } from "../../../../types/notation/shapes.ts";

/** Returns the internal form of a core type other than those below. */
export const coreForm = (type: string, value: object): JsonObject => internalForm(`core/v1.${type}`, value);

/** The same for a stored object, which has no empty lists and maps, even if the client sent some. */
export const storedForm = (type: string, value: object): JsonObject =>
  coreForm(type, clone(value as JsonObject));

/** Returns the internal form of a pod spec, which the reference prints in errors and differences. */
export function podSpecForm(spec: object): JsonObject {
  const from = spec as JsonObject;
  const context: JsonObject = { ...record(from.securityContext) };
  for (const field of HOST_FIELDS.split(" ")) context[field] = from[field];
  const whole = { ...from, securityContext: context };
  keepEmptied(from, whole);
  if (isJsonObject(from.securityContext)) keepEmptied(from.securityContext, context);
  return coreForm("PodSpec", whole);
}

/** Returns the internal form of a pod template. */
export function podTemplateForm(template: object): JsonObject {
  const { metadata, spec } = record(template);
  return {
    ...inGoOrder(clone(record(metadata)), builtinShape("meta/v1.ObjectMeta")),
    Spec: podSpecForm(record(spec)),
  };
}
