import type { Namespace } from "../../../../types/tables/core/v1-types.ts";
import { AGE, column, NAME, textAt } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { fieldsAt } from "../../../define/selectable-fields.ts";
import { keepField, strategy, validates, view } from "../../../define/strategy.ts";
import { status, update, withoutTables } from "../../../define/subresources.ts";
import { fillNamespace } from "./defaults.ts";
import { common, finalizersOf, KUBERNETES, validate, validateFinalize, validateStatus } from "./validate.ts";

export const namespace = defineResource({
  group: "",
  kind: "Namespace",
  scope: "Cluster",
  shortNames: ["ns"],
  verbs: ["create", "delete", "get", "list", "patch", "update", "watch"],
  versions: [{ version: "v1", defaults: fillNamespace }],
  columns: [NAME, column`Status: ${textAt("status.phase")} The status of the namespace`, AGE],
  selectableFields: fieldsAt("status.phase"),
  namespaceSelectable: false,
  subresources: [
    withoutTables(
      update(
        "finalize",
        strategy({
          ...common,
          resetFields: [["status"]],
          prepareForUpdate: (object, old) => keepField(object, old, "status"),
          validateUpdate: validateFinalize,
        }),
        ["update"],
      ),
    ),
    status({ ...common, validateUpdate: validateStatus }),
  ],
  strategy: {
    ...common,
    repeatsMeta: ["create", "update"],
    resetFields: [["status"]],
    prepareForCreate(object) {
      const finalizers = finalizersOf(object);
      const all = finalizers.includes(KUBERNETES) ? finalizers : [...finalizers, KUBERNETES];
      object.spec = { ...view<{ spec?: object }>(object).spec, finalizers: all };
      object.status = { phase: "Active" };
    },
    prepareForUpdate(object, old) {
      const finalizers = finalizersOf(old);
      const { finalizers: _sent, ...rest } = view<Namespace>(object).spec ?? {};
      object.spec = finalizers.length === 0 ? rest : { ...rest, finalizers };
      keepField(object, old, "status");
    },
    ...validates(validate),
  },
});
