import { noCounts } from "../../recording/audit-log/audit-counts.ts";
import { readAuditLogs } from "../../recording/audit-log/read-audit-logs.ts";
import { parseMaskedField } from "../../recording/mask/field.ts";
import { createMasker } from "../../recording/mask/masker.ts";
import type { RecordedRequest, RecordingSource } from "../../recording/recording.ts";
import { type RecordingWriter, recordingWriter } from "../../recording/write-recording.ts";
import { countLines } from "./count-lines.ts";
import type { RecordFlags } from "./record-flags.ts";
import { createRecordingFile, type RecordingFile } from "./recording-file.ts";

type Tell = (text: string) => void;

/** Writes a recording. `tell`: what is for the person, and not in the file. */
export async function record(flags: RecordFlags, tell: Tell): Promise<void> {
  const { fromAuditLog } = flags;
  if (fromAuditLog === undefined || fromAuditLog.length === 0)
    throw new Error("what is to be recorded? --from-audit-log FILE...");
  await recordAuditLogs(fromAuditLog, flags, tell);
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
