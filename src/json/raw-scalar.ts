import { stringify } from "./stringify.ts";
import type { Json } from "./value.ts";

/** A string or number whose original text matters and differs from the text that the encoder writes. */
export class RawScalar {
  readonly value: string | number | bigint;
  readonly text: string;

  constructor(value: string | number | bigint, text: string) {
    this.value = value;
    this.text = text;
  }
}

/** JSON text of a scalar: the original text if it is known, otherwise the encoder's text. */
export function scalarText(value: Json | RawScalar): string {
  return value instanceof RawScalar ? value.text : stringify(value);
}
