import type { ServerResponse } from "../../api/exchange/exchange.ts";
import type { RequestContext } from "../request-context.ts";

/**
 * Observer of requests, for metrics and audit. `begin` is called when a request has been accepted. The
 * function that it returns is called with the response, and returns it, possibly wrapped.
 */
export interface Recorder {
  begin(context: RequestContext): (response: ServerResponse) => ServerResponse | Promise<ServerResponse>;
  /** Called when the user is known. A returned text is the reason to refuse the request. */
  authenticated?(context: RequestContext): string | undefined | Promise<string | undefined>;
}

/** Combines several recorders into one. */
export function combineRecorders(recorders: readonly Recorder[]): Recorder {
  const [only] = recorders;
  if (only !== undefined && recorders.length === 1) return only;
  const [told, ...others] = recorders.filter(({ authenticated }) => authenticated !== undefined);
  if (others.length > 0) throw new Error("only one recorder can refuse requests");
  return {
    begin(context) {
      const ends = recorders.map((recorder) => recorder.begin(context));
      return (response) =>
        ends.reduce<ServerResponse | Promise<ServerResponse>>(
          (before, end) => (before instanceof Promise ? before.then(end) : end(before)),
          response,
        );
    },
    ...(told && { authenticated: (context) => told.authenticated?.(context) }),
  };
}
