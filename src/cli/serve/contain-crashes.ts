import { describeError } from "../../api/describe-error.ts";
import type { Log } from "../../server/log.ts";

/**
 * The last net: what was thrown where nobody could catch it (in a timer, a library's callback, a promise that nobody waits
 * for) is logged, and ends neither the process nor what others are doing. Whose fault it was ends by its own deadline.
 * Exchanges have nets of their own (`http/serve/exchanges.ts`). Returns how to take it away.
 */
export function containCrashes(log: Log): () => void {
  const contain = (error: unknown, origin: NodeJS.UncaughtExceptionOrigin): void =>
    log("error", "uncaught error", { origin, error: describeError(error) });
  const containRejection = (reason: unknown): void => contain(reason, "unhandledRejection");
  process.on("uncaughtException", contain).on("unhandledRejection", containRejection);
  return () => void process.off("uncaughtException", contain).off("unhandledRejection", containRejection);
}
