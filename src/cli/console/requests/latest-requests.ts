import { record } from "../../json/value.ts";
import type { RecordedRequest } from "../../recording/recording.ts";
import { requestsInEvent } from "../../recording/stream/requests-in-event.ts";
import { refused } from "./refused.ts";
import type { Upstream } from "./upstream.ts";

/** The server keeps no more. */
const MOST_BYTES = 64 << 20;

/**
 * Returns the decided requests that the server still remembers and the user may read, the oldest first. The
 * server keeps more of the requests that a page has been shown.
 */
export async function latestRequests(upstream: Upstream, signal: AbortSignal): Promise<RecordedRequest[]> {
  const answer = await upstream.stream("/explain/stream?sample=true&detail=full&follow=false", {}, signal);
  if (answer.statusCode !== 200) throw refused(502, `The server answers ${answer.statusCode}.`);
  let text = "";
  answer.setEncoding("utf8");
  for await (const piece of answer) {
    text += piece;
    if (text.length > MOST_BYTES) throw refused(502, "The server remembers more than the console takes.");
  }
  return text.split("\n\n").flatMap((block) => {
    const data = /^data: (.*)$/m.exec(block)?.[1];
    if (data === undefined || !block.includes("event: request\n")) return [];
    const event = record(JSON.parse(data));
    return event.restricted === true ? [] : requestsInEvent(event);
  });
}
