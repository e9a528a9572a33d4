import { parseJson } from "../../json/parse/parse.ts";
import { MAX_LINE_BYTES } from "../limits.ts";
import { type Line, linesOfFile } from "../lines.ts";
import type { RecordedRequest } from "../recording.ts";
import type { AuditCounts } from "./audit-counts.ts";
import { type AuditEvent, readAuditEvent } from "./audit-event.ts";
import { createEventReader } from "./requests-in-events.ts";

/**
 * Reads the requests of audit logs of kube-apiserver. It has one line at a time in memory, and the latest
 * objects. Rotated files are read in the order of their first events, whatever the order of their names.
 */
export async function* readAuditLogs(
  files: readonly string[],
  counts: AuditCounts,
): AsyncGenerator<RecordedRequest> {
  const reader = createEventReader(counts);
  for await (const event of readAuditEvents(files, counts)) yield* reader.read(event);
}

/** Reads the events of audit logs in the same order, reads and events without objects too. */
export async function* readAuditEvents(
  files: readonly string[],
  counts?: AuditCounts,
): AsyncGenerator<AuditEvent> {
  for (const file of await byTime(files)) {
    for await (const line of linesOfFile(file, MAX_LINE_BYTES)) {
      const event = eventOf(line, counts);
      if (event !== undefined) yield event;
    }
  }
}

function eventOf({ bytes }: Line, counts?: AuditCounts): AuditEvent | undefined {
  if (bytes === undefined) {
    if (counts !== undefined) counts.tooLong += 1;
    return undefined;
  }
  const event = parsed(bytes);
  if (event === undefined && counts !== undefined) counts.unreadable += 1;
  return event;
}

function parsed(bytes: Uint8Array): AuditEvent | undefined {
  try {
    return readAuditEvent(parseJson(bytes));
  } catch {
    return undefined;
  }
}

async function byTime(files: readonly string[]): Promise<readonly string[]> {
  if (files.length < 2) return files;
  const begun = await Promise.all(files.map(async (file) => ({ file, at: await beginningOf(file) })));
  return begun.sort((a, b) => a.at - b.at).map(({ file }) => file);
}

/**
 * Returns the time of a file's first event, in milliseconds since the epoch; 0 if there is none, so that the
 * file comes first.
 */
async function beginningOf(file: string): Promise<number> {
  if (file === "-") return 0;
  for await (const line of linesOfFile(file, MAX_LINE_BYTES)) {
    const event = eventOf(line);
    if (event !== undefined) return Date.parse(event.receivedAt) || 0;
  }
  return 0;
}
