import { type AuditCounts, noCounts } from "../../recording/audit-log/audit-counts.ts";
import { readAuditLogs } from "../../recording/audit-log/read-audit-logs.ts";
import { parseMaskedField } from "../../recording/mask/field.ts";
import { createMasker } from "../../recording/mask/masker.ts";
import type { RecordedRequest, RecordingSource } from "../../recording/recording.ts";
import { type RecordingWriter, recordingWriter } from "../../recording/write-recording.ts";
import type { ListenFlags } from "../listen/listen-flags.ts";
import { endedAfter } from "./ended-after.ts";
import type { RecordFlags } from "./record-flags.ts";
import { linesOfReviews } from "./record-reviews.ts";
import { type LiveCounts, recordServer } from "./record-server.ts";
import { createRecordingFile, type RecordingFile } from "./recording-file.ts";

type Tell = (text: string) => void;

/**
 * Writes a recording. `tell`: receives lines for the user that are not part of the file. `stop`: ends the
 * recording; recorded requests are kept.
 */
export async function record(
  flags: RecordFlags,
  tell: Tell,
  stop: AbortSignal = new AbortController().signal,
): Promise<void> {
  const { fromAuditLog, kubeconfig, listen } = flags;
  if ([fromAuditLog, kubeconfig, listen].filter((source) => source !== undefined).length > 1)
    throw new Error("--from-audit-log, --kubeconfig and --listen: one recording has one source");
  if (fromAuditLog !== undefined) await recordAuditLogs(fromAuditLog, flags, tell);
  else if (kubeconfig !== undefined) await recordRunning(kubeconfig, flags, tell, stop);
  else if (listen !== undefined) await recordListening({ ...LISTENING, ...flags, listen }, tell, stop);
  else
    throw new Error(
      "nothing to record: give --from-audit-log FILE..., --kubeconfig FILE of a running Sallyport, or --listen ADDRESS as a webhook",
    );
}

const PROGRESS_EVERY_MS = 1_000;

/** Records until `stop`, the time limit, or the maximum number of requests. */
async function recordRunning(
  kubeconfig: string,
  flags: RecordFlags,
  tell: Tell,
  stop: AbortSignal,
): Promise<void> {
  const counts: LiveCounts = { recorded: 0, notAdmitted: 0, restricted: 0, missed: 0 };
  const signal = flags.for === undefined ? stop : endedAfter(flags.for, stop);
  let toldAt = performance.now();
  const progress = ({ recorded }: LiveCounts): void => {
    if (performance.now() - toldAt < PROGRESS_EVERY_MS) return;
    toldAt = performance.now();
    tell(`recorded so far: ${recorded}`);
  };
  const requests = recordServer({ kubeconfig, most: flags.most, signal, progress }, counts);
  await writeAll(requests, writerOf("server", flags), flags.out);
  for (const line of liveLines(counts)) tell(line);
}

const LISTENING = { resource: [], inNamespace: [], rate: 100 } as const;
const HOUR_MS = 3_600_000;
const MOST_BYTES = 100_000_000;

/** Records as a webhook, which works with any API server. */
async function recordListening(
  flags: RecordFlags & ListenFlags,
  tell: Tell,
  stop: AbortSignal,
): Promise<void> {
  if (flags.out === "-" && flags.configuration === undefined)
    throw new Error("--out - needs --configuration FILE");
  const signal = endedAfter(flags.for ?? HOUR_MS, stop);
  const writer = writerOf("webhook", flags);
  const limits = { most: flags.most, mostBytes: flags.mostBytes ?? MOST_BYTES, signal };
  await writeLines(linesOfReviews(flags, writer, limits, tell), writer, flags.out);
}

async function recordAuditLogs(files: readonly string[], flags: RecordFlags, tell: Tell): Promise<void> {
  const counts = noCounts();
  await writeAll(auditedRequests(files, counts), writerOf("audit-log", flags), flags.out);
  for (const line of countLines(counts)) tell(line);
}

/** Throws an Error if no line of the files is an event: an empty recording would hide that they are no audit logs. */
async function* auditedRequests(
  files: readonly string[],
  counts: AuditCounts,
): AsyncGenerator<RecordedRequest> {
  yield* readAuditLogs(files, counts);
  const lines = Object.values(counts).reduce((sum, count) => sum + count, 0);
  if (counts.unreadable > 0 && counts.unreadable === lines)
    throw new Error(`${files.join(", ")}: no line is an event of audit.k8s.io; is it an audit log?`);
}

function writerOf(source: RecordingSource, { mask, masking }: RecordFlags): RecordingWriter {
  const fields = mask.map(parseMaskedField);
  return recordingWriter(source, masking ? createMasker(fields) : undefined);
}

async function writeAll(
  requests: AsyncIterable<RecordedRequest>,
  writer: RecordingWriter,
  out: string,
): Promise<void> {
  await writeLines(linesOf(requests, writer), writer, out);
}

async function* linesOf(
  requests: AsyncIterable<RecordedRequest>,
  writer: RecordingWriter,
): AsyncGenerator<string> {
  for await (const request of requests) yield writer.line(request);
}

async function writeLines(lines: AsyncIterable<string>, writer: RecordingWriter, out: string): Promise<void> {
  const file: RecordingFile = await createRecordingFile(out);
  try {
    await file.write(writer.header());
    for await (const line of lines) await file.write(line);
  } catch (error) {
    await file.abandon();
    throw error;
  }
  await file.end();
}

/**
 * Returns lines for the user about the lines of an audit log: first the recorded ones, then those that are
 * missing, each with the reason.
 */
function countLines(counts: AuditCounts): string[] {
  return [
    `recorded: ${counts.recorded}`,
    ...LINES.flatMap(([key, text]) => (counts[key] === 0 ? [] : [`  ${counts[key]} ${text}`])),
    "left out:",
    ...LEFT_OUT.flatMap(([key, text]) => (counts[key] === 0 ? [] : [`  ${counts[key]} ${text}`])),
  ].filter((line, i, all) => line !== "left out:" || i < all.length - 1);
}

/** The same of a running server. */
function liveLines({ recorded, notAdmitted, restricted, missed }: LiveCounts): string[] {
  return [
    `recorded: ${recorded}`,
    ...(notAdmitted === 0 ? [] : [`left out: ${notAdmitted} requests that did not come to admission`]),
    ...(restricted === 0 ? [] : [`left out: ${restricted} requests about objects that the user may not get`]),
    ...(missed === 0 ? [] : [`missed: at most ${missed} requests, which came faster than they were read`]),
  ];
}

const LINES: readonly (readonly [keyof AuditCounts, string])[] = [
  [
    "withoutOldObject",
    "of them: the log does not show the object before; replay takes it to be as it is afterwards",
  ],
  ["withoutResult", "of them: the level is Request, which does not record the stored objects"],
];

const LEFT_OUT: readonly (readonly [keyof AuditCounts, string])[] = [
  [
    "metadataOnly",
    "writes of level Metadata: there are no objects in them (Request or RequestResponse is needed)",
  ],
  ["unknownObject", "writes without the object before or after them in the log"],
  ["unauthorized", "requests without the right, which admission is not asked about"],
  ["unanswered", "requests that the server could not answer"],
  ["reads", "reads, and requests that are not about resources"],
  ["otherStages", "events of an earlier stage of a request"],
  ["unreadable", "lines that are no event of audit.k8s.io"],
  ["tooLong", "lines that are too long"],
];
