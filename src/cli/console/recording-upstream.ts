import { createRecentRequests } from "../../explain/recent/recent-requests.ts";
import { openRecording } from "../../recording/read-recording.ts";
import type { RecordedRequest } from "../../recording/recording.ts";
import { startReplayServer } from "../../replay/replay-server.ts";
import { readManifests } from "../read-manifests.ts";
import { memoryUpstream } from "./memory-upstream.ts";
import type { Upstream } from "./upstream.ts";

/** Limit for requests of a recording. The page could keep more, but so long a list is of no use to a reader. */
const MOST = 1_000;

/**
 * Provides the last requests of a recording as if a server had just decided them, under the configurations in
 * `paths`. `tell`: receives the parts that could not be parsed or decided. Writes are refused.
 */
export async function recordingUpstream(
  path: string,
  paths: readonly string[],
  tell: (line: string) => void,
): Promise<Upstream> {
  const { requests } = await openRecording(path);
  const latest: RecordedRequest[] = [];
  for await (const request of requests) {
    latest.push(request);
    if (latest.length > MOST) latest.shift();
  }
  const manifests = (await Promise.all(paths.map(readManifests))).flat();
  const server = await startReplayServer({ manifests, recent: createRecentRequests(MOST) });
  for (const { at, of, message } of server.problems) tell(`${at}: ${of}: ${message}`);
  let undecided = 0;
  for (const request of latest) if ((await server.decide(request)).kind === "undecided") undecided += 1;
  if (undecided > 0) tell(`${undecided} of ${latest.length} requests cannot be decided again`);
  const upstream = memoryUpstream(server.cluster, path);
  return {
    ...upstream,
    inTerminal: { from: [path, ...paths.flatMap((one) => ["-f", one])], idFlag: "--recorded" },
    client: async (method, url, options) =>
      method === "GET" || url.includes("dryRun=All") ? upstream.client(method, url, options) : READ_ONLY,
    // There are no other clients, so the stream returns all requests instead of a sample.
    stream: (url, headers, signal) =>
      upstream.stream(url.replace("sample=true", "sample=false"), headers, signal),
    close: () => void server.close(),
  };
}

const READ_ONLY = {
  status: 405,
  body: { message: "This is a recording: nothing can be written. Change the files of -f." },
};
