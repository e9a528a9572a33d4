/** What Go's decoder would say: `json: cannot unmarshal string into Go struct field …`. The server adds the kind. */
export class DecodeError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "DecodeError";
  }
}

/** What was read fits its type, but cannot be converted to the reference's own form. */
export class ConversionError extends DecodeError {}
