import type { KubeObject } from "../../../../api/meta.ts";
import { isJsonObject, type JsonObject } from "../../../../json/value.ts";
import { at, items, text } from "../../../define/cell.ts";
import { AGE, column, NAME } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { type ApplyDefaults, unset, within } from "../../../define/fill.ts";
import { keepField, validatesObject, validatesStatus } from "../../../define/strategy.ts";
import { status, withoutTables } from "../../../define/subresources.ts";
import { checkAPIService, checkStatus, serviceNameProblems, startStatus } from "./validate.ts";

const fillServicePort = (client: JsonObject): void =>
  within(client, "service", (service) => unset(service, "port", 443));

/** Default of the service's port, 443. */
const fillApiService: ApplyDefaults = (service) => within(service, "spec", fillServicePort);

export const apiService = defineResource({
  group: "apiregistration.k8s.io",
  kind: "APIService",
  scope: "Cluster",
  categories: ["api-extensions"],
  storagePrefix: "apiregistration.k8s.io/apiservices",
  versions: [{ version: "v1", defaults: fillApiService }],
  columns: [
    NAME,
    column`Service: ${serviceName} The reference to the service that hosts this API endpoint.`,
    column`Available: ${availability} Whether this service is available.`,
    AGE,
  ],
  subresources: [
    withoutTables(
      status(
        {
          allowUnconditionalUpdate: false,
          ...validatesStatus(checkStatus),
        },
        "metadata",
      ),
    ),
  ],
  strategy: {
    allowUnconditionalUpdate: false,
    kubeFinalizers: false,
    errorReports: "repeated",
    nameProblems: serviceNameProblems,
    ...validatesObject(checkAPIService),
    repeatsMeta: ["update", "create"],
    resetFields: [["status"]],
    prepareForCreate: (object, { now }) => startStatus(object, now),
    prepareForUpdate: (object, old) => keepField(object, old, "status"),
  },
});

/** `namespace/name` of the service; `Local` for this server. */
function serviceName(object: KubeObject): string {
  const service = at(object, "spec.service");
  return isJsonObject(service) ? `${text(service, "namespace")}/${text(service, "name")}` : "Local";
}

/** Status of the condition Available, with its reason if it is not true. */
function availability(object: KubeObject): string {
  const condition = items(object, "status.conditions").find(({ type }) => type === "Available");
  if (condition === undefined) return "Unknown";
  const status = text(condition, "status");
  const reason = text(condition, "reason");
  return status === "True" || reason === "" ? status : `${status} (${reason})`;
}
