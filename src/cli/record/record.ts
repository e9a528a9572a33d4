import { noCounts } from "../../recording/audit-log/audit-counts.ts";
import { readAuditLogs } from "../../recording/audit-log/read-audit-logs.ts";
import { parseMaskedField } from "../../recording/mask/field.ts";
import { createMasker } from "../../recording/mask/masker.ts";
import type { RecordedRequest, RecordingSource } from "../../recording/recording.ts";
import { type RecordingWriter, recordingWriter } from "../../recording/write-recording.ts";
import { countLines, liveLines } from "./count-lines.ts";
import type { RecordFlags } from "./record-flags.ts";
import { type LiveCounts, recordServer } from "./record-server.ts";
import { createRecordingFile, type RecordingFile } from "./recording-file.ts";

type Tell = (text: string) => void;

/** Writes a recording. `tell`: what is for the person, and not in the file. `stop`: ends it, and what was recorded is kept. */
export async function record(
  flags: RecordFlags,
  tell: Tell,
  stop: AbortSignal = new AbortController().signal,
): Promise<void> {
  const { fromAuditLog, kubeconfig } = flags;
  if (fromAuditLog !== undefined && kubeconfig !== undefined)
    throw new Error("--from-audit-log and --kubeconfig: one recording has one source");
  if (fromAuditLog !== undefined) await recordAuditLogs(fromAuditLog, flags, tell);
  else if (kubeconfig !== undefined) await recordRunning(kubeconfig, flags, tell, stop);
  else
    throw new Error(
      "what is to be recorded? --from-audit-log FILE..., or --kubeconfig FILE of a running Sallyport",
    );
}

const PROGRESS_EVERY_MS = 1_000;

/** Until `stop`, or the time, or enough. */
async function recordRunning(
  kubeconfig: string,
  flags: RecordFlags,
  tell: Tell,
  stop: AbortSignal,
): Promise<void> {
  const counts: LiveCounts = { recorded: 0, notAdmitted: 0, restricted: 0, missed: 0 };
  const signal = flags.for === undefined ? stop : AbortSignal.any([stop, AbortSignal.timeout(flags.for)]);
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

async function recordAuditLogs(files: readonly string[], flags: RecordFlags, tell: Tell): Promise<void> {
  const counts = noCounts();
  await writeAll(readAuditLogs(files, counts), writerOf("audit-log", flags), flags.out);
  for (const line of countLines(counts)) tell(line);
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
  const file: RecordingFile = await createRecordingFile(out);
  try {
    await file.write(writer.header());
    for await (const request of requests) await file.write(writer.line(request));
  } catch (error) {
    await file.abandon();
    throw error;
  }
  await file.end();
}
