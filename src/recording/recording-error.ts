/** An error in a recording, with a message for the user: `file:line: …`. */
export class RecordingError extends Error {
  override readonly name = "RecordingError";
}
