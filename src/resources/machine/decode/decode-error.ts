/** What Go's decoder would say: `json: cannot unmarshal string into Go struct field …`. The server adds the kind. */
export class DecodeError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "DecodeError";
  }
}
