import { describeError } from "../../../report/describe-error.ts";
import type { Log } from "../../../server/log.ts";

/**
 * Logs errors that no caller can catch: those thrown in a timer, in a library's callback, or in a promise
 * without a handler. Such an error ends neither the process nor other work; the work that caused it ends at
 * its own deadline. Exchanges catch their own errors (`http/serve/exchanges.ts`). Returns a function that
 * removes the handlers.
 */
export function containCrashes(log: Log): () => void {
  const contain = (error: unknown, origin: NodeJS.UncaughtExceptionOrigin): void =>
    log("error", "uncaught error", { origin, error: describeError(error) });
  const containRejection = (reason: unknown): void => contain(reason, "unhandledRejection");
  process.on("uncaughtException", contain).on("unhandledRejection", containRejection);
  return () => void process.off("uncaughtException", contain).off("unhandledRejection", containRejection);
}
