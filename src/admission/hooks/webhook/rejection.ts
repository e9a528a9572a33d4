import { badRequest, type StatusCause, type StatusDetails, StatusError } from "../../../api/status.ts";
import { quote } from "../../../go/quote.ts";
import { boundedText } from "../../../report/bounded-text.ts";
import type { StatusCause as GivenCause, Status } from "../../../types/tables/meta/v1-types.ts";

/**
 * Returns the Status for the client after a webhook denied the request
 * (apiserver/pkg/admission/plugin/webhook/errors/statuserror.go, ToStatusErr).
 */
export function rejectionOf(hook: string, given: Status = {}): StatusError {
  const { metadata, message, reason, details, code = 0, status = "Success" } = given;
  return new StatusError({
    ...(metadata ? { metadata } : {}),
    status: status === "Success" ? "Failure" : status,
    message: denialText(hook, boundedText(message ?? "") || boundedText(reason ?? "")),
    ...(reason ? { reason: boundedText(reason) } : {}),
    ...(details ? { details: boundedDetails(details) } : {}),
    code: Math.max(400, code),
  });
}

/** Maximum number of causes in the Status. */
const MOST_CAUSES = 1000;
/** Maximum length of all causes together, in characters. */
const MOST_TOLD = 1 << 20;

/** Cuts the texts of details, which can be as long as the response. */
function boundedDetails(said: NonNullable<Status["details"]>): StatusDetails {
  const { name, group, kind, uid, causes, retryAfterSeconds } = said;
  return {
    ...(name ? { name: boundedText(name) } : {}),
    ...(group ? { group: boundedText(group) } : {}),
    ...(kind ? { kind: boundedText(kind) } : {}),
    ...(uid ? { uid: boundedText(uid) } : {}),
    ...(causes && causes.length > 0 ? { causes: boundedCauses(causes) } : {}),
    ...(retryAfterSeconds ? { retryAfterSeconds } : {}),
  };
}

function boundedCauses(causes: readonly GivenCause[]): StatusCause[] {
  const told: StatusCause[] = [];
  let length = 0;
  for (const said of causes.slice(0, MOST_CAUSES)) {
    const { reason = "", message = "", field = "" } = said;
    const cause = { reason: boundedText(reason), message: boundedText(message), field: boundedText(field) };
    length += cause.reason.length + cause.message.length + cause.field.length;
    if (length > MOST_TOLD) break;
    told.push(knownCause(cause));
  }
  return told;
}

function denialText(hook: string, why: string): string {
  const denied = `admission webhook ${quote(hook)} denied the request`;
  return why === "" ? `${denied} without explanation` : `${denied}: ${why}`;
}

function knownCause({ reason, message, field }: StatusCause): StatusCause {
  return { ...(reason ? { reason } : {}), ...(message ? { message } : {}), ...(field ? { field } : {}) };
}

/** Returns a 400, with any failurePolicy. */
export const dryRunRefusal = (hook: string): StatusError =>
  badRequest(`admission webhook ${quote(hook)} does not support dry run`);
