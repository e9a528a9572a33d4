import { internalError, type StatusError } from "../../../api/status.ts";
import { quote } from "../../../go/quote.ts";
import type { Attributes } from "../../attributes.ts";
import type { WebhookHook } from "../../hook.ts";
import type { AdmissionPorts } from "../../ports.ts";
import type { CallOutcome } from "../../verdict.ts";

type Failed = CallOutcome & { kind: "failed" };

const failureText = (hook: WebhookHook, { reason }: Failed): string =>
  `failed calling webhook ${quote(hook.name)}: ${reason}`;

/** Error for the client after a failed call with failurePolicy Fail: always a 500. */
export const closedError = (hook: WebhookHook, failed: Failed): StatusError =>
  internalError(failureText(hook, failed));

/** Request during which the call failed, and the ports with its log. */
type Asked = { readonly ports: AdmissionPorts; readonly attributes: Attributes };

/** Logs a failed call as a warning: with the policy Fail or Ignore, or that the client gave up. */
export function logFailure({ ports, attributes }: Asked, hook: WebhookHook, failed: Failed): void {
  const fields = requestFields(attributes);
  if (failed.ignored && failed.canceled)
    ports.log?.("warn", `Context canceled when calling webhook ${hook.name}`, fields);
  else {
    const way = failed.ignored ? "open" : "closed";
    const text = `Failed calling webhook, failing ${way} ${hook.name}: ${failureText(hook, failed)}`;
    ports.log?.("warn", text, fields);
  }
}

/** Logs the denial of a validating webhook. */
export const logRejection = ({ ports, attributes }: Asked, hook: WebhookHook, error: StatusError): void =>
  ports.log?.("info", `rejected by webhook "${hook.name}": ${error.message}`, requestFields(attributes));

/**
 * Logs a patch that cannot be applied as a warning. The error for the client has no name of a webhook, like
 * that of kube-apiserver.
 */
export const logPatchProblem = ({ ports, attributes }: Asked, hook: WebhookHook, error: StatusError): void =>
  ports.log?.(
    "warn",
    `Failed applying the patch of webhook ${hook.name}: ${error.message}`,
    requestFields(attributes),
  );

/**
 * Returns the log fields of a request:
 * `{ operation: "CREATE", resource: "pods", name: "default/web", user: "jane" }`.
 */
export function requestFields({ operation, resource, subresource, namespace, name, user }: Attributes): {
  readonly [field: string]: string;
} {
  const plural = resource.group === "" ? resource.resource : `${resource.resource}.${resource.group}`;
  return {
    operation,
    resource: subresource === "" ? plural : `${plural}/${subresource}`,
    name: namespace === "" || resource.resource === "namespaces" ? name : `${namespace}/${name}`,
    user: user.username,
  };
}
