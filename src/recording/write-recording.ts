import type { Json } from "../api/json.ts";
import { stringify } from "../json/stringify.ts";
import type { Masker } from "./mask/masker.ts";
import {
  RECORDING_VERSION,
  type RecordedRequest,
  type RecordingHeader,
  type RecordingSource,
} from "./recording.ts";

/** Lines of a recording, each with its end. */
export interface RecordingWriter {
  header(): string;
  /** Masked. */
  line(request: RecordedRequest): string;
}

/** `masker`: undefined leaves every value as it is. */
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

/** What says nothing is left out: a reader takes it as nothing again. */
function withoutNothing(request: RecordedRequest): Json {
  const kept = Object.entries(request).filter(
    ([, value]) => value !== null && value !== "" && value !== false && !isEmptyContainer(value),
  );
  return Object.fromEntries(kept);
}

const isEmptyContainer = (value: unknown): boolean =>
  typeof value === "object" && value !== null && Object.keys(value).length === 0;
