import { quote } from "../go/quote.ts";
import type { JsonObject } from "../json/value.ts";
import { formatGroupResource, type GroupResource } from "./group-version.ts";

/** One of several problems. */
export interface StatusCause {
  reason?: string;
  message?: string;
  field?: string;
}
/** The `details` of a Status. */
export interface StatusDetails {
  name?: string;
  group?: string;
  kind?: string;
  uid?: string;
  causes?: StatusCause[];
  retryAfterSeconds?: number;
}
/** metav1.Status, which clients receive for an error or for a deleted object. */
export interface Status {
  kind: "Status";
  apiVersion: "v1";
  metadata: JsonObject;
  status?: string;
  message?: string;
  reason?: string;
  details?: StatusDetails;
  code?: number;
}

/** An error with the Status that the client receives. Handlers of requests throw it. */
export class StatusError extends Error {
  readonly status: Status;
  /** Response headers of the error, such as `WWW-Authenticate`. */
  readonly headers: Readonly<Record<string, string>> | undefined;
  constructor(
    status: Omit<Status, "kind" | "apiVersion" | "metadata"> & { metadata?: JsonObject },
    options?: { cause?: unknown; headers?: Record<string, string> },
  ) {
    super(status.message ?? "", options?.cause === undefined ? undefined : { cause: options.cause });
    this.name = "StatusError";
    const { metadata = {}, ...rest } = status;
    this.status = { kind: "Status", apiVersion: "v1", metadata, status: "Failure", ...rest };
    this.headers = options?.headers;
  }
  get code(): number {
    return this.status.code ?? 500;
  }
  get reason(): string {
    return this.status.reason ?? "";
  }
}

const KNOWN_REASONS: ReadonlySet<string> = new Set(
  (
    "Unauthorized Forbidden NotFound AlreadyExists Conflict Gone Invalid ServerTimeout StorageReadError Timeout " +
    "TooManyRequests BadRequest MethodNotAllowed NotAcceptable RequestEntityTooLarge UnsupportedMediaType " +
    "InternalError Expired ServiceUnavailable"
  ).split(" "),
);

/**
 * True for a NotFound error, determined by its reason; if the reason is unknown, by its code (apimachinery
 * api/errors, IsNotFound).
 */
export const isNotFound = (error: unknown): boolean =>
  error instanceof StatusError &&
  (error.reason === "NotFound" || (error.code === 404 && !KNOWN_REASONS.has(error.reason)));

/** The `details` of a Status about one resource. `kind` is the plural, and the core group is omitted. */
function about(resource: GroupResource, name: string): StatusDetails {
  return {
    ...(name === "" ? {} : { name }),
    ...(resource.group === "" ? {} : { group: resource.group }),
    ...(resource.resource === "" ? {} : { kind: resource.resource }),
  };
}

/** 400 with this message. */
export const badRequest = (message: string): StatusError =>
  new StatusError({ message, reason: "BadRequest", code: 400 });

/** 401. The message says nothing about the reason. */
export const unauthorized = (): StatusError =>
  new StatusError({ message: "Unauthorized", reason: "Unauthorized", code: 401 });

/** 403 for an object. An empty `name` or resource is left out of the message. */
export function forbidden(
  resource: GroupResource,
  name: string,
  why: string,
  causes?: StatusCause[],
): StatusError {
  const gr = formatGroupResource(resource);
  const subject =
    gr === "" ? "forbidden" : name === "" ? `${gr} is forbidden` : `${gr} ${quote(name)} is forbidden`;
  const details = { ...about(resource, name), ...(causes ? { causes } : {}) };
  return new StatusError({ message: `${subject}: ${why}`, reason: "Forbidden", details, code: 403 });
}

/** 404 for an object of a resource. */
export const notFound = (resource: GroupResource, name: string): StatusError =>
  new StatusError({
    message: `${formatGroupResource(resource)} ${quote(name)} not found`,
    reason: "NotFound",
    details: about(resource, name),
    code: 404,
  });

/** A 404 error for a path inside a known group that does not exist. */
export const resourceNotFound = (): StatusError =>
  new StatusError({
    message: "the server could not find the requested resource",
    reason: "NotFound",
    details: {},
    code: 404,
  });

/** 405 for a verb that the resource does not have. */
export const methodNotAllowed = (): StatusError =>
  new StatusError({
    message: "the server does not allow this method on the requested resource",
    reason: "MethodNotAllowed",
    details: {},
    code: 405,
  });

/** A 405 error with the text for an unsupported verb of a resource, in contrast to an unsupported method of a path. */
export const verbNotSupported = (resource: GroupResource, verb: string): StatusError =>
  new StatusError({
    message: `${verb} is not supported on resources of kind "${formatGroupResource(resource)}"`,
    reason: "MethodNotAllowed",
    details: about(resource, ""),
    code: 405,
  });

/** 409 for a write of an object that was changed meanwhile, or must not be changed. */
export const conflict = (resource: GroupResource, name: string, why: string): StatusError =>
  new StatusError({
    message: `Operation cannot be fulfilled on ${formatGroupResource(resource)} ${quote(name)}: ${why}`,
    reason: "Conflict",
    details: about(resource, name),
    code: 409,
  });

/** 409 for a create of an object whose name is in use. */
export const alreadyExists = (resource: GroupResource, name: string): StatusError =>
  new StatusError({
    message: `${formatGroupResource(resource)} ${quote(name)} already exists`,
    reason: "AlreadyExists",
    details: about(resource, name),
    code: 409,
  });

/** 410 for a revision that has been compacted. */
export const expired = (message: string): StatusError =>
  new StatusError({ message, reason: "Expired", code: 410 });

/** 413 for a body or an object over a limit. */
export const tooLarge = (message: string): StatusError =>
  new StatusError({
    message: `Request entity too large: ${message}`,
    reason: "RequestEntityTooLarge",
    code: 413,
  });

/** 415 for a body in another format. */
export const unsupportedMediaType = (message: string): StatusError =>
  new StatusError({ message, reason: "UnsupportedMediaType", code: 415 });

/** 406 if the server has none of the formats that the client accepts. */
export const notAcceptable = (message: string): StatusError =>
  new StatusError({ message, reason: "NotAcceptable", code: 406 });

/** 429 with the time after which the client may try again. */
export const tooManyRequests = (message: string, retryAfterSeconds: number): StatusError =>
  new StatusError({ message, reason: "TooManyRequests", details: { retryAfterSeconds }, code: 429 });

/** 500. `cause` is for the log; clients do not see it. */
export const internalError = (message: string, cause?: unknown): StatusError =>
  new StatusError(
    {
      message: `Internal error occurred: ${message}`,
      reason: "InternalError",
      details: { causes: [{ message }] },
      code: 500,
    },
    { cause },
  );

/**
 * A 500 error without reason. In the reference, Go errors that are no API status are returned in this form, with
 * their text.
 */
export const plainError = (message: string, cause?: unknown): StatusError =>
  new StatusError({ message, code: 500 }, { cause });

/** 503 with this message. */
export const serviceUnavailable = (message: string): StatusError =>
  new StatusError({ message, reason: "ServiceUnavailable", code: 503 });

/** 504. Clients see `Timeout: ` before the message. */
export const timeout = (message: string): StatusError =>
  new StatusError({ message: `Timeout: ${message}`, reason: "Timeout", details: {}, code: 504 });
