import { canonicalQuantity, canonicalResource, QuantityError } from "../../api/quantity/quantity.ts";
import { goDurationText, parseGoDuration } from "../../go/duration.ts";
import { trimSpace } from "../../go/space.ts";
import { canonicalMicroTime, canonicalTime, TimeError } from "../../go/time.ts";
import { goTypeName } from "../../go/type-name.ts";
import type { Json } from "../../json/value.ts";
import type { ScalarType } from "../shape.ts";
import { canonicalBase64 } from "./base64.ts";

/**
 * Problem of a scalar. `fatal`: decoding ends here; otherwise it continues, and the first such error is
 * reported.
 */
export class ScalarProblem {
  readonly fatal: boolean;
  /** The whole text of the error, if the place is not a part of it. */
  readonly text: string | undefined;
  /**
   * Otherwise the value that was found, such as `number 2.0`; `wanted` is the required type, such as `int32`,
   * or undefined for the type of the field.
   */
  readonly found: string;
  readonly wanted: string | undefined;

  constructor(init: { fatal: boolean; text?: string; found?: string; wanted?: string }) {
    this.fatal = init.fatal;
    this.text = init.text;
    this.found = init.found ?? "";
    this.wanted = init.wanted;
  }
}

/**
 * Returns the text of a number as the client wrote it; called only for errors and unusual values. With a list and an
 * index: of its item.
 */
export type LiteralReader = (list?: Json[], index?: number) => string | undefined;

/**
 * Returns the canonical form of a scalar that is not null. Valid strings and booleans are returned unchanged.
 * A problem is returned and not thrown, because only the caller knows the place.
 */
export function decodeScalar(value: Json, scalar: ScalarType, literal: LiteralReader): Json | ScalarProblem {
  switch (scalar) {
    case "string":
      return typeof value === "string" ? value : mismatch(value);
    case "boolean":
      return typeof value === "boolean" ? value : mismatch(value);
    case "int32":
      return decodeInteger(value, MIN_INT32, MAX_INT32, literal, false);
    case "int64":
      return decodeInteger(value, MIN_INT64, MAX_INT64, literal, false);
    case "number":
      return decodeFloat(value, literal);
    case "bytes":
      return decodeBytes(value, literal);
    case "quantity":
      return decodeQuantity(value, literal, false);
    case "intOrString":
      if (typeof value === "string") return value;
      return decodeInteger(value, MIN_INT32, MAX_INT32, literal, true);
    case "time":
    case "microTime":
      return decodeTime(value, scalar);
    case "duration":
      return decodeDuration(value);
  }
}

const MIN_INT32 = -(2 ** 31);
const MAX_INT32 = 2 ** 31 - 1;
const MIN_INT64 = -(2n ** 63n);
const MAX_INT64 = 2n ** 63n - 1n;

const mismatch = (value: Json, wanted?: string): ScalarProblem =>
  new ScalarProblem({
    fatal: wanted !== undefined,
    found: goTypeName(value),
    ...(wanted === undefined ? {} : { wanted }),
  });

function decodeInteger(
  value: Json,
  low: number | bigint,
  high: number | bigint,
  literal: LiteralReader,
  union: boolean,
): Json | ScalarProblem {
  if (typeof value !== "number" && typeof value !== "bigint")
    return mismatch(value, union ? "int32" : undefined);
  const whole = typeof value === "bigint" || Number.isInteger(value);
  const text = literal();
  if (whole && value >= low && value <= high && (text === undefined || /^-?\d+$/.test(text))) return value;
  const found = `number ${text ?? String(value)}`;
  return new ScalarProblem({ fatal: union, found, ...(union ? { wanted: "int32" } : {}) });
}

function decodeFloat(value: Json, literal: LiteralReader): Json | ScalarProblem {
  if (typeof value === "bigint") return Number(value);
  if (typeof value !== "number") return mismatch(value);
  if (Number.isFinite(value)) return value;
  return new ScalarProblem({ fatal: false, found: `number ${literal() ?? String(value)}` });
}

/** Decodes bytes; Go also accepts a list of small numbers. */
function decodeBytes(value: Json, literal: LiteralReader): Json | ScalarProblem {
  if (Array.isArray(value)) return bytesFromList(value, literal);
  if (typeof value !== "string") return mismatch(value);
  const canonical = canonicalBase64(value);
  if (typeof canonical === "string") return canonical;
  return new ScalarProblem({ fatal: false, text: `illegal base64 data at input byte ${canonical}` });
}

function bytesFromList(list: Json[], literal: LiteralReader): Json | ScalarProblem {
  for (const [at, item] of list.entries()) {
    if (item === null) continue;
    const byte = decodeInteger(item, 0, 255, () => literal(list, at), false);
    if (byte instanceof ScalarProblem)
      return new ScalarProblem({ fatal: false, found: byte.found, wanted: "uint8" });
  }
  return Buffer.from(list.map(Number)).toString("base64");
}

/** Decodes a quantity. `resource`: true for a value of a ResourceList, which is rounded up to thousandths. */
export function decodeQuantity(value: Json, literal: LiteralReader, resource: boolean): Json | ScalarProblem {
  const text = quantityText(value, literal);
  try {
    return resource ? canonicalResource(text) : canonicalQuantity(text);
  } catch (error) {
    if (error instanceof QuantityError) return new ScalarProblem({ fatal: true, text: error.message });
    throw error;
  }
}

/** Characters that JSON cannot contain without an escape. */
const ESCAPED = /[^ -\uffff]/;

/**
 * Returns the text that is parsed as a quantity. For values that are neither text nor number it returns a
 * text that is never valid. Go reads the JSON text, in which an escaped tab is not white space (UnmarshalJSON
 * of apimachinery/pkg/api/resource/quantity.go).
 */
function quantityText(value: Json, literal: LiteralReader): string {
  if (typeof value === "string") return ESCAPED.test(value) ? value : trimSpace(value);
  if (typeof value === "number" || typeof value === "bigint") return literal() ?? String(value);
  return "{";
}

/** Decodes a duration to the text that Go prints. */
function decodeDuration(value: Json): Json | ScalarProblem {
  if (typeof value !== "string") return mismatch(value, "string");
  const nanos = parseGoDuration(value);
  return typeof nanos === "string"
    ? new ScalarProblem({ fatal: true, text: nanos })
    : goDurationText(Number(nanos));
}

function decodeTime(value: Json, scalar: "time" | "microTime"): Json | ScalarProblem {
  if (typeof value !== "string") return mismatch(value, "string");
  try {
    return scalar === "time" ? canonicalTime(value) : canonicalMicroTime(value);
  } catch (error) {
    if (error instanceof TimeError) return new ScalarProblem({ fatal: true, text: error.message });
    throw error;
  }
}
