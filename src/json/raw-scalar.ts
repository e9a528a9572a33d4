import type { Json } from "../api/json.ts";
import { stringify } from "./stringify.ts";

/** A string or number whose text as written matters and is not the one that the encoder would write. */
export class RawScalar {
  readonly value: string | number | bigint;
  readonly text: string;

  constructor(value: string | number | bigint, text: string) {
    this.value = value;
    this.text = text;
  }
}

/** The JSON text of a scalar: as written where that is known, else as the encoder writes it. */
export function scalarText(value: Json | RawScalar): string {
  return value instanceof RawScalar ? value.text : stringify(value);
}
