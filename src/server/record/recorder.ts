import type { ServerResponse } from "../../api/exchange.ts";
import type { RequestContext } from "../request-context.ts";

/**
 * Looks at requests from outside: metrics, audit. `begin` is called when a request has been accepted, what it returns
 * when the answer is known; it hands the answer on, perhaps wrapped.
 */
export interface Recorder {
  begin(context: RequestContext): (response: ServerResponse) => ServerResponse;
}

/** Several recorders as one. */
export function combineRecorders(recorders: readonly Recorder[]): Recorder {
  const [only] = recorders;
  if (only !== undefined && recorders.length === 1) return only;
  return {
    begin(context) {
      const ends = recorders.map((recorder) => recorder.begin(context));
      return (response) => ends.reduce((r, end) => end(r), response);
    },
  };
}
