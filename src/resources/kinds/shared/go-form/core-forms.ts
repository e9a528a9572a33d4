import { clone } from "../../../../json/object.ts";
import { type JsonObject, record } from "../../../../json/value.ts";
import { internalForm } from "../../../../types/go-form/internal-form.ts";
import { inGoOrder } from "../../../../types/go-order.ts";
import { builtinShape } from "../../../../types/notation/shapes.ts";

/** Returns the internal form of a core type other than those below. */
export const coreForm = (type: string, value: object): JsonObject => internalForm(`core/v1.${type}`, value);

/** The same for a stored object, which has no empty lists and maps, even if the client sent some. */
export const storedForm = (type: string, value: object): JsonObject =>
  coreForm(type, clone(value as JsonObject));

/** Returns the internal form of a pod spec, which the reference prints in errors and differences. */
export const podSpecForm = (spec: object): JsonObject => coreForm("PodSpec", spec);

/** Returns the internal form of a pod template. */
export function podTemplateForm(template: object): JsonObject {
  const { metadata, spec } = record(template);
  return {
    ...inGoOrder(clone(record(metadata)), builtinShape("meta/v1.ObjectMeta")),
    Spec: podSpecForm(record(spec)),
  };
}
