import type { RecordedRequest } from "../../recording/recording.ts";
import { requestsInEvent } from "../../recording/stream/requests-in-event.ts";
import { serverEvents } from "./server-events.ts";

/** Counts of the requests of a server, by outcome. */
export interface LiveCounts {
  recorded: number;
  /** Requests that ended before admission: there is no decision to repeat. */
  notAdmitted: number;
  /** The kubeconfig's user may not read their objects. */
  restricted: number;
  /** The server did not remember them any more. */
  missed: number;
}

interface LiveOptions {
  readonly kubeconfig: string;
  readonly most: number;
  readonly signal: AbortSignal;
  /** Called whenever a count changes. */
  progress(counts: LiveCounts): void;
}

/** Requests of a running Sallyport, until there are enough or `signal` is aborted. */
export async function* recordServer(
  { kubeconfig, most, signal, progress }: LiveOptions,
  counts: LiveCounts,
): AsyncGenerator<RecordedRequest> {
  for await (const { kind, data } of serverEvents(kubeconfig, signal)) {
    if (kind === "missed") counts.missed += typeof data.atMost === "number" ? data.atMost : 0;
    else if (data.restricted === true) counts.restricted += 1;
    else {
      const requests = requestsInEvent(data);
      if (requests.length === 0) counts.notAdmitted += 1;
      for (const request of requests) {
        counts.recorded += 1;
        yield request;
        if (counts.recorded >= most) return;
      }
    }
    progress(counts);
  }
}
