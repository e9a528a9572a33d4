import type { KubeObject } from "../../../../api/meta.ts";
import { nameIsPathSegment } from "../../../../api/validation/name-format.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { fieldAt, fieldsAt } from "../../../define/selectable-fields.ts";
import { validates } from "../../../define/strategy.ts";
import { columns } from "./columns.ts";
import { validate } from "./validate.ts";

/** Returns the component that reported an event: the source, or the controller if there is no source. */
const reporterOf = (object: KubeObject): string =>
  fieldAt("source.component")(object) || fieldAt("reportingComponent")(object);

export const event = defineResource({
  group: "",
  kind: "Event",
  scope: "Namespaced",
  shortNames: ["ev"],
  versions: [{ version: "v1" }],
  columns,
  selectableFields: {
    ...fieldsAt(
      "involvedObject.kind",
      "involvedObject.namespace",
      "involvedObject.name",
      "involvedObject.uid",
      "involvedObject.apiVersion",
      "involvedObject.resourceVersion",
      "involvedObject.fieldPath",
      "reason",
      "reportingComponent",
      "type",
    ),
    source: reporterOf,
  },
  strategy: {
    allowCreateOnUpdate: true,
    garbageCollected: false,
    nameProblems: nameIsPathSegment,
    repeatsMeta: [],
    kubeFinalizers: false,
    metaComesLast: true,
    ...validates((object, old) => validate(object, old, false)),
  },
});
