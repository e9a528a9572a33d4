import { withoutManagedFields } from "../../api/object/without-managed-fields.ts";
import { type JsonObject, record, text } from "../../json/value.ts";
import { asSent, parametersOf } from "../as-sent.ts";
import { objectOrNull } from "../members.ts";
import { OPERATIONS, readUser } from "../read-request.ts";
import type { RecordedRequest } from "../recording.ts";

/**
 * Converts the request of an AdmissionReview to a validating webhook: it was admitted so far, with the
 * changes of mutating hooks and the server. Results of other hooks, and the labels of the namespace, are not
 * known. Undefined if it is not a request. `time` is the time of arrival, in RFC 3339.
 */
export function recordedReview(request: JsonObject, time: string): RecordedRequest | undefined {
  const operation = OPERATIONS.find((one) => one === request.operation);
  const { group, version, resource } = record(request.resource);
  if (operation === undefined || text(resource) === "" || text(version) === "") return undefined;
  const oldObject = withoutManagedFields(objectOrNull(request.oldObject));
  const shown = withoutManagedFields(objectOrNull(request.object));
  const isWrite = operation === "CREATE" || operation === "UPDATE";
  const subresource = text(request.subResource);
  const isNamespace = resource === "namespaces" && text(group) === "";
  return {
    id: text(request.uid),
    time,
    user: readUser(record(request.userInfo)),
    operation,
    resource: { group: text(group), version: text(version), resource: text(resource) },
    subresource,
    namespace: isNamespace ? "" : text(request.namespace),
    name: text(request.name) || text(record(shown?.metadata).name),
    object: isWrite ? asSent(shown, oldObject) : null,
    oldObject,
    stored: null,
    patch: null,
    options: objectOrNull(request.options),
    parameters: operation === "CONNECT" ? parametersOf(shown) : {},
    dryRun: request.dryRun === true,
    ofCollection: false,
    namespaceState: null,
    decision: {
      allowed: true,
      code: operation === "CREATE" && subresource === "" ? 201 : 200,
      reason: "",
      message: "",
      warnings: [],
      by: [],
      result: isWrite ? shown : null,
    },
    calls: [],
    lacks: [],
    milliseconds: null,
  };
}
