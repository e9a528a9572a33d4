import { AGE, column, NAME, textAt } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { dropsFields } from "../../../define/field-guard.ts";
import { fieldsAt } from "../../../define/selectable-fields.ts";
import { countGeneration, specOnly, validatesSpec } from "../../../define/strategy.ts";
import { SLICE_FIELDS_OFF } from "../../shared/feature-guards/device-guards.ts";
import { sliceConverter } from "../shared/v1beta1.ts";
import { fillSlice, fillSliceV1beta1 } from "./defaults.ts";
import { checkSlice, driverWarnings } from "./validate.ts";

const dropOff = dropsFields(SLICE_FIELDS_OFF);

export const resourceSlice = defineResource({
  group: "resource.k8s.io",
  kind: "ResourceSlice",
  scope: "Cluster",
  versions: [
    { version: "v1", defaults: fillSlice },
    { version: "v1beta2", deprecated: 36, removed: 39, defaults: fillSlice },
    {
      version: "v1beta1",
      deprecated: 35,
      removed: 38,
      defaults: fillSliceV1beta1,
      converter: sliceConverter,
    },
  ],
  columns: [
    NAME,
    column`Node: ${textAt("spec.nodeName")} NodeName identifies the node which provides the resources in this pool. A field selector can be used to list only ResourceSlice objects belonging to a certain node.\n\nThis field can be used to limit access from nodes to ResourceSlices with the same node name. It also indicates to autoscalers that adding new nodes of the same type as some old node might also make new resources available.\n\nExactly one of NodeName, NodeSelector, AllNodes, and PerDeviceNodeSelection must be set. This field is immutable.`,
    column`Driver: ${textAt("spec.driver")} Driver identifies the DRA driver providing the capacity information. A field selector can be used to list only ResourceSlice objects with a certain driver name.\n\nMust be a DNS subdomain and should end with a DNS domain owned by the vendor of the driver. It should use only lower case characters. This field is immutable.`,
    column`Pool: ${textAt("spec.pool.name")} Name is used to identify the pool. For node-local devices, this is often the node name, but this is not required. A field selector can be used to list only ResourceSlice objects belonging to a certain pool.\n\nIt must not be longer than 253 characters and must consist of one or more DNS sub-domains separated by slashes. This field is immutable.`,
    AGE,
  ],
  selectableFields: fieldsAt("spec.nodeName", "spec.driver", "spec.pool.name"),
  indexedFields: ["spec.nodeName"],
  unknownFieldSelector: (label, version) =>
    `field label not supported for resource.k8s.io/${version}, Kind=ResourceSlice: ${label}`,
  namespaceSelectable: false,
  strategy: {
    returnDeletedObject: true,
    prepareForCreate(object, context) {
      specOnly.prepareForCreate(object, context);
      dropOff(object);
    },
    prepareForUpdate(object, old) {
      countGeneration(object, old, ["spec"], "resource/v1.ResourceSlice");
      dropOff(object, old);
    },
    ...validatesSpec(checkSlice),
    warnings: driverWarnings,
  },
});
