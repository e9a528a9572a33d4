import { record } from "../../../json/value.ts";
import type { RecordedRequest } from "../../../recording/recording.ts";
import { requestsInEvent } from "../../../recording/stream/requests-in-event.ts";
import { refused } from "../refused.ts";
import type { Upstream } from "../upstream.ts";
import { eventsIn } from "./events-in.ts";

/** Limit of the text of all events, in characters. The server keeps no more. */
const MOST_CHARACTERS = 64 << 20;

/**
 * Returns the decided requests that the server still remembers and the user may read, the oldest first. The
 * server keeps more of the requests that a page has been shown.
 */
export async function latestRequests(upstream: Upstream, signal: AbortSignal): Promise<RecordedRequest[]> {
  const answer = await upstream.stream("/explain/stream?sample=true&detail=full&follow=false", {}, signal);
  if (answer.statusCode !== 200) throw refused(502, `The server answers ${answer.statusCode}.`);
  const requests: RecordedRequest[] = [];
  let characters = 0;
  for await (const { event, data } of eventsIn(answer)) {
    characters += data.length;
    if (characters > MOST_CHARACTERS)
      throw refused(502, "The server remembers more than the console can read.");
    if (event !== "request") continue;
    const one = record(JSON.parse(data));
    if (one.restricted !== true) requests.push(...requestsInEvent(one));
  }
  return requests;
}
