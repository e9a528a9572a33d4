/** What is wrong with a recording, in words for the person who gave it: `file:line: …`. */
export class RecordingError extends Error {
  override readonly name = "RecordingError";
}
