import { defineResource } from "../../../define/define-resource.ts";
import { fieldAt, fieldsAt, type SelectableFields } from "../../../define/selectable-fields.ts";
import { validates } from "../../../define/strategy.ts";
import { columns } from "../../core/event/columns.ts";
import { event } from "../../core/event/definition.ts";
import { validate } from "../../core/event/validate.ts";
import { eventConverter } from "./convert.ts";

/** Reads a field under either name, because events are stored as core events. */
function either(path: string, stored: string): SelectableFields {
  const [first, second] = [fieldAt(path), fieldAt(stored)];
  return { [path]: (object) => first(object) || second(object) };
}

const REFERENCE = ["kind", "namespace", "name", "uid", "apiVersion", "resourceVersion", "fieldPath"];

/** The events of the core group, in the form of another group. */
export const newEvent = defineResource({
  group: "events.k8s.io",
  kind: "Event",
  scope: "Namespaced",
  shortNames: ["ev"],
  hub: event.hub,
  versions: [{ version: "v1", converter: eventConverter }],
  columns,
  selectableFields: {
    ...fieldsAt("reason", "type"),
    ...either("reportingController", "reportingComponent"),
    ...Object.assign({}, ...REFERENCE.map((key) => either(`regarding.${key}`, `involvedObject.${key}`))),
  },
  strategy: {
    allowCreateOnUpdate: true,
    garbageCollected: false,
    repeatsMeta: [],
    metaComesLast: true,
    ...validates((object, old, context) => validate(object, old, true, context)),
  },
});
