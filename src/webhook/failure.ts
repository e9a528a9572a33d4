import { visibleLine } from "../report/visible-text.ts";
import type { WebhookRequest } from "./request.ts";
import { tellOperator } from "./standard-error.ts";

/** The error of a handler, and the request. */
export interface Failure {
  /** Path of the webhook. */
  readonly path: string;
  readonly request: WebhookRequest;
  readonly error: unknown;
}

/** Called with the error of a handler. */
export type OnFailure = (failure: Failure) => void;

/**
 * Returns the message for the client. The error itself can contain private data, so it is only in the log,
 * with the same uid.
 */
export const safeText = ({ request }: Failure): string =>
  `the webhook failed; the error is in its log, with the uid ${request.uid}`;

/** Writes the request and the stack of the error to standard error. */
export const logFailure: OnFailure = ({ path, request, error }) => {
  const { operation, resource, namespace, name, uid } = request;
  const where = [resource.resource, ...[namespace, name].filter((part) => part !== "")].join(" ");
  tellOperator(
    `${path} failed on ${operation} ${visibleLine(where)} (${visibleLine(uid)}): ${stackOf(error)}`,
  );
};

/** Returns the stack of an error and of its causes, as Node prints uncaught errors. */
function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { stack = String(error), cause } = error;
  return cause === undefined ? stack : `${stack}\ncaused by ${stackOf(cause)}`;
}
