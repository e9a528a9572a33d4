import { AGE, column, NAME } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { validates } from "../../../define/strategy.ts";
import { formatSubsets } from "./columns.ts";
import { fillEndpoints } from "./defaults.ts";
import { validate, warnings } from "./validate.ts";

export const endpoints = defineResource({
  group: "",
  kind: "Endpoints",
  plural: "endpoints",
  scope: "Namespaced",
  shortNames: ["ep"],
  storagePrefix: "services/endpoints",
  versions: [
    {
      version: "v1",
      defaults: fillEndpoints,
      deprecated: "v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice",
    },
  ],
  columns: [
    NAME,
    column`Endpoints: ${formatSubsets} The set of all endpoints is the union of all subsets. Addresses are placed into subsets according to the IPs they share. A single address with multiple ports, some of which are ready and some of which are not (because they come from different containers) will result in the address being displayed in different subsets for the different ports. No address will appear in both Addresses and NotReadyAddresses in the same subset. Sets of addresses and ports that comprise a service.`,
    AGE,
  ],
  strategy: {
    allowCreateOnUpdate: true,
    repeatsMeta: ["update", "create"],
    ...validates(validate),
    warnings: warnings,
  },
});
