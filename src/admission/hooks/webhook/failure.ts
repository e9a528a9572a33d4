import { quote } from "../../../api/quote.ts";
import { internalError, type StatusError } from "../../../api/status.ts";
import type { WebhookHook } from "../../hook.ts";
import type { AdmissionPorts } from "../../ports.ts";
import type { CallOutcome } from "../../verdict.ts";

type Failed = CallOutcome & { kind: "failed" };

export const failureText = (hook: WebhookHook, { reason }: Failed): string =>
  `failed calling webhook ${quote(hook.name)}: ${reason}`;

/** What a client sees when a webhook with failurePolicy Fail did not do its part: 500, whatever happened. */
export const closedError = (hook: WebhookHook, failed: Failed): StatusError =>
  internalError(failureText(hook, failed));

export function logFailure(ports: AdmissionPorts, hook: WebhookHook, failed: Failed): void {
  if (failed.ignored && failed.canceled)
    ports.log?.("warn", `Context canceled when calling webhook ${hook.name}`);
  else {
    const way = failed.ignored ? "open" : "closed";
    ports.log?.("warn", `Failed calling webhook, failing ${way} ${hook.name}: ${failureText(hook, failed)}`);
  }
}
