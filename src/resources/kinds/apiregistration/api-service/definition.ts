import { collectErrors } from "../../../../api/validation/field-report.ts";
import type { APIServiceStatus } from "../../../../types/tables/apiregistration/v1-types.ts";
import { AGE, column, NAME } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { keepField, validatesObject, view } from "../../../define/strategy.ts";
import { status, withoutTables } from "../../../define/subresources.ts";
import { availability, serviceName } from "./columns.ts";
import { fillApiService } from "./defaults.ts";
import { checkAPIService, checkStatus, serviceNameProblems, startStatus } from "./validate.ts";

export const apiService = defineResource({
  group: "apiregistration.k8s.io",
  kind: "APIService",
  plural: "apiservices",
  scope: "Cluster",
  categories: ["api-extensions"],
  storagePrefix: "apiregistration.k8s.io/apiservices",
  versions: [{ version: "v1", type: "apiregistration/v1.APIService", defaults: fillApiService }],
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
          validateUpdate: (object) =>
            collectErrors("status", (at) =>
              checkStatus(view<{ status?: APIServiceStatus }>(object).status ?? {}, at),
            ),
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
