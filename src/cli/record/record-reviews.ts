import type { RecordedRequest } from "../../recording/recording.ts";
import type { RecordingWriter } from "../../recording/write-recording.ts";
import { on, type Rule } from "../../webhook/index.ts";
import { writeConfiguration } from "../listen/configuration.ts";
import type { ListenFlags } from "../listen/listen-flags.ts";
import { listenForReviews } from "../listen/listen-for-reviews.ts";

/** Default rules of a recording: workloads, and no resource that contains secrets. */
const WORKLOADS: readonly Rule[] = [
  on("v1", "pods", "CREATE", "UPDATE", "DELETE"),
  ...["deployments", "statefulsets", "daemonsets"].map((plural) =>
    on("apps/v1", plural, "CREATE", "UPDATE", "DELETE"),
  ),
  ...["jobs", "cronjobs"].map((plural) => on("batch/v1", plural, "CREATE", "UPDATE", "DELETE")),
];

interface ReviewLimits {
  readonly most: number;
  readonly mostBytes: number;
  readonly signal: AbortSignal;
}

/**
 * Yields lines of a recording of an API server's reviews, until one of the limits is reached or `signal` is
 * aborted.
 */
export async function* linesOfReviews(
  flags: ListenFlags,
  writer: RecordingWriter,
  { most, mostBytes, signal }: ReviewLimits,
  tell: (line: string) => void,
): AsyncGenerator<string> {
  const listening = await listenForReviews({ ...flags, name: "sallyport-record", rules: WORKLOADS });
  const close = (): void => void listening.close();
  if (signal.aborted) close();
  else signal.addEventListener("abort", close, { once: true });
  try {
    await writeConfiguration(listening, flags.configuration);
    tell(`listening at ${listening.address}; Ctrl-C ends the recording`);
    yield* limited(listening.requests, writer, most, mostBytes, tell);
  } finally {
    await listening.close();
    const { leftOut, unreadable } = listening.counts;
    if (leftOut > 0) tell(`left out: ${leftOut} requests, which came faster than --rate`);
    if (unreadable > 0) tell(`left out: ${unreadable} calls that brought no request`);
  }
}

async function* limited(
  requests: AsyncIterable<RecordedRequest>,
  writer: RecordingWriter,
  most: number,
  mostBytes: number,
  tell: (line: string) => void,
): AsyncGenerator<string> {
  let count = 0;
  let bytes = 0;
  for await (const request of requests) {
    const line = writer.line(request);
    bytes += Buffer.byteLength(line);
    if (bytes > mostBytes) {
      tell(`there are ${mostBytes} bytes: that is enough (--most-bytes)`);
      break;
    }
    count += 1;
    yield line;
    if (count >= most) break;
  }
  tell(`recorded: ${count}`);
}
