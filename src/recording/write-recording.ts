import { stringify } from "../json/stringify.ts";
import type { Json } from "../json/value.ts";
import type { Masker } from "./mask/masker.ts";
import {
  RECORDING_VERSION,
  type RecordedRequest,
  type RecordingHeader,
  type RecordingSource,
} from "./recording.ts";

/** Writes the lines of a recording, each with its newline. */
export interface RecordingWriter {
  header(): string;
  /** Returns the line of a request, masked. */
  line(request: RecordedRequest): string;
}

/** Returns a writer. Without a `masker` all values stay as they are. */
export function recordingWriter(
  source: RecordingSource,
  masker: Masker | undefined,
  now: () => number = Date.now,
): RecordingWriter {
  return {
    header() {
      const createdAt = new Date(now()).toISOString();
      const header: RecordingHeader = {
        apiVersion: RECORDING_VERSION,
        kind: "Recording",
        createdAt,
        source,
        masked: masker !== undefined,
      };
      return `${JSON.stringify(header)}\n`;
    },
    line: (request) =>
      `${stringify(withoutNothing(masker === undefined ? request : masker.mask(request)))}\n`,
  };
}

/** Removes empty members, which readers restore. */
function withoutNothing(request: RecordedRequest): Json {
  const kept = Object.entries(request).filter(
    ([, value]) => value !== null && value !== "" && value !== false && !isEmptyContainer(value),
  );
  return Object.fromEntries(kept);
}

const isEmptyContainer = (value: unknown): boolean =>
  typeof value === "object" && value !== null && Object.keys(value).length === 0;
