/** Error of Go's decoder: `json: cannot unmarshal string into Go struct field …`. The server adds the kind. */
export class DecodeError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "DecodeError";
  }
}

/** Error of a value that fits its type, but cannot be converted to the reference's internal form. */
export class ConversionError extends DecodeError {}
