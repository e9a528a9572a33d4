import { AGE, column, NAME } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { keepField, validatesObject, validatesStatus } from "../../../define/strategy.ts";
import { status, withoutTables } from "../../../define/subresources.ts";
import { availability, serviceName } from "./columns.ts";
import { fillApiService } from "./defaults.ts";
import { checkAPIService, checkStatus, serviceNameProblems, startStatus } from "./validate.ts";

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
