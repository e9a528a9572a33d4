import { quote } from "../../../api/quote.ts";
import {
  badRequest,
  type Status,
  type StatusCause,
  type StatusDetails,
  StatusError,
} from "../../../api/status.ts";

/**
 * The Status that a client sees when a webhook said no
 * (apiserver/pkg/admission/plugin/webhook/errors/statuserror.go, ToStatusErr).
 */
export function rejectionOf(hook: string, status: Partial<Status> = {}): StatusError {
  const { metadata, message, reason, details, code = 0 } = status;
  return new StatusError({
    ...(metadata ? { metadata } : {}),
    status:
      status.status === undefined || status.status === "" || status.status === "Success"
        ? "Failure"
        : status.status,
    message: denialText(hook, message || reason || ""),
    ...(reason ? { reason } : {}),
    ...(details ? { details: knownDetails(details) } : {}),
    code: Math.max(400, code),
  });
}

function denialText(hook: string, why: string): string {
  const denied = `admission webhook ${quote(hook)} denied the request`;
  return why === "" ? `${denied} without explanation` : `${denied}: ${why}`;
}

/** Fields that the type has, without empty ones. */
function knownDetails({ name, group, kind, uid, causes, retryAfterSeconds }: StatusDetails): StatusDetails {
  return {
    ...(name ? { name } : {}),
    ...(group ? { group } : {}),
    ...(kind ? { kind } : {}),
    ...(uid ? { uid } : {}),
    ...(causes && causes.length > 0 ? { causes: causes.map(knownCause) } : {}),
    ...(retryAfterSeconds ? { retryAfterSeconds } : {}),
  };
}

function knownCause({ reason, message, field }: StatusCause): StatusCause {
  return { ...(reason ? { reason } : {}), ...(message ? { message } : {}), ...(field ? { field } : {}) };
}

/** 400, whatever the failurePolicy says. */
export const dryRunRefusal = (hook: string): StatusError =>
  badRequest(`admission webhook ${quote(hook)} does not support dry run`);
