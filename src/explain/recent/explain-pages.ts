import { tooManyRequests } from "../../api/status.ts";
import type { FurtherPage, PageRequest } from "../../server/describe/further-pages.ts";
import type { Answer } from "../../server/respond/answer.ts";
import { rawJson } from "../../server/respond/plain.ts";
import type { Explained } from "../world.ts";
import type { RecentRequests } from "./recent-requests.ts";

/** Highest number of open streams. Each stream costs work for every request. */
const MOST_STREAMS = 20;

/**
 * Serves `/explain/last`, `/explain/ID` and `/explain/stream`. `server` returns the server that handled the
 * requests.
 */
export function explainPages(recent: RecentRequests, server: () => Explained): FurtherPage {
  return (rest, asked) => {
    if (rest === "stream") return streamPage(recent, server(), asked);
    const { viewer, query } = asked;
    const explanation =
      query.get("detail") === "full"
        ? recent.explainFully(rest, server(), viewer)
        : recent.explain(rest, server(), viewer, query.get("webhook") ?? undefined);
    return explanation && rawJson(explanation);
  };
}

function streamPage(
  recent: RecentRequests,
  server: Explained,
  { viewer, query, headers }: PageRequest,
): Answer {
  if (recent.listening >= MOST_STREAMS)
    throw tooManyRequests(`${MOST_STREAMS} clients listen to requests already, please try again later`, 10);
  const body = recent.stream(server, viewer, {
    reads: query.get("reads") === "true",
    sample: query.get("sample") === "true",
    own: query.get("own") === "true",
    full: query.get("detail") === "full",
    follow: query.get("follow") !== "false",
    lastEventId: headers["last-event-id"] ?? query.get("lastEventId") ?? "",
  });
  const type = { "content-type": "text/event-stream", "cache-control": "no-store" };
  return {
    kind: "raw",
    response: { status: 200, headers: { ...type, "x-content-type-options": "nosniff" }, body },
  };
}
