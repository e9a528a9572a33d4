import type { ServerResponse } from "../../api/exchange.ts";
import type { RequestContext } from "../request-context.ts";

/**
 * Looks at requests from outside: metrics, audit. `begin` is called when a request has been accepted, what it returns
 * when the answer is known; it hands the answer on, perhaps wrapped.
 */
export interface Recorder {
  begin(context: RequestContext): (response: ServerResponse) => ServerResponse | Promise<ServerResponse>;
  /** Called when it is known who asks. What it answers says why the request is refused. */
  authenticated?(context: RequestContext): string | undefined | Promise<string | undefined>;
}

/** Several recorders as one. */
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
