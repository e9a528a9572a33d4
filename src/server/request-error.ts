import { plainError, StatusError } from "../api/status.ts";
import { describeError } from "../report/describe-error.ts";
import { StorageError } from "../storage/storage.ts";
import type { Log } from "./log.ts";
import type { RequestContext } from "./request-context.ts";

/** Converts any error to a StatusError. The cause of an unexpected error is logged and not sent to the client. */
export function asStatusError(log: Log, context: RequestContext, error: unknown): StatusError {
  if (error instanceof StatusError) return error;
  if (error instanceof StorageError) return storageFailure(log, context, error);
  log("error", "request failed", {
    path: context.info.path,
    verb: context.info.verb,
    error: describeError(error),
  });
  return new StatusError(
    { message: "Internal error occurred: internal error", reason: "InternalError", code: 500 },
    { cause: error },
  );
}

function storageFailure(log: Log, context: RequestContext, error: StorageError): StatusError {
  log("error", "storage failed", { path: context.info.path, code: error.code, error: describeError(error) });
  if (error.code === "Closed")
    return new StatusError(
      { message: "the server is shutting down", reason: "ServiceUnavailable", code: 503 },
      { cause: error },
    );
  // The text of kube-apiserver when etcd's quota is exhausted; the log has the cause.
  if (error.code === "NoSpace") return plainError("etcdserver: mvcc: database space exceeded", error);
  return new StatusError(
    {
      message: `Internal error occurred: ${error.message}`,
      reason: "InternalError",
      details: { causes: [{ message: error.message }] },
      code: 500,
    },
    { cause: error },
  );
}
