import { parseJson } from "../json/parse/parse.ts";
import { isJsonObject, type Json, text } from "../json/value.ts";
import { messageOf } from "../report/describe-error.ts";
import { MAX_LINE_BYTES } from "./limits.ts";
import { type Line, linesOfFile } from "./lines.ts";
import { oneOf } from "./members.ts";
import { readRequest } from "./read-request.ts";
import { RECORDING_VERSION, type RecordedRequest, type RecordingHeader } from "./recording.ts";
import { RecordingError } from "./recording-error.ts";

/** A recording that is read line by line. One request at a time is in memory. */
export interface OpenRecording {
  readonly header: RecordingHeader;
  /** The requests, which can be read once. Throws a RecordingError with file and line for an invalid request. */
  readonly requests: AsyncGenerator<RecordedRequest>;
}

/**
 * Opens a recording, compressed with gzip or not; `-` is standard input. Throws a RecordingError if the file
 * is not a recording.
 */
export async function openRecording(path: string): Promise<OpenRecording> {
  const lines = linesOfFile(path, MAX_LINE_BYTES);
  const first = await lines.next();
  if (first.done === true) throw new RecordingError(`${path}: the file is empty`);
  const header = headerOf(parsedLine(first.value, path), path);
  return { header, requests: requestsIn(lines, path) };
}

/** True if the first line of a file is the header of a recording. Throws the errors of reading the file. */
export async function isRecording(path: string): Promise<boolean> {
  for await (const line of linesOfFile(path, MAX_LINE_BYTES)) {
    try {
      const value = parsedLine(line, path);
      return isJsonObject(value) && value.kind === "Recording";
    } catch {
      return false;
    }
  }
  return false;
}

async function* requestsIn(lines: AsyncGenerator<Line>, path: string): AsyncGenerator<RecordedRequest> {
  for await (const line of lines) {
    const request = readRequest(parsedLine(line, path));
    if (request === undefined)
      throw new RecordingError(
        `${path}:${line.number}: this is no recorded request: it needs an operation and a resource`,
      );
    yield request.id === "" ? { ...request, id: `line ${line.number}` } : request;
  }
}

function parsedLine({ bytes, number }: Line, path: string): Json {
  if (bytes === undefined)
    throw new RecordingError(`${path}:${number}: the line is longer than ${MAX_LINE_BYTES} bytes`);
  try {
    return parseJson(bytes);
  } catch (error) {
    const why = number === 1 ? ", so the file is no recording (sallyport record writes one)" : "";
    throw new RecordingError(`${path}:${number}: this is no JSON${why}: ${messageOf(error)}`, {
      cause: error,
    });
  }
}

function headerOf(value: Json, path: string): RecordingHeader {
  const version = isJsonObject(value) ? text(value.apiVersion) : "";
  if (!isJsonObject(value) || value.kind !== "Recording")
    throw new RecordingError(
      `${path}:1: this is no recording: its first line has no kind Recording (sallyport record writes one)`,
    );
  if (version !== RECORDING_VERSION)
    throw new RecordingError(
      `${path}:1: the recording has version ${version || "(none)"}, this program reads ${RECORDING_VERSION}`,
    );
  return {
    apiVersion: RECORDING_VERSION,
    kind: "Recording",
    createdAt: text(value.createdAt),
    source: oneOf(value.source, ["audit-log", "server", "webhook"], "server"),
    masked: value.masked !== false,
  };
}
