const DIGITS = "[0-9]+(?:_[0-9]+)*";
const HEX = "[0-9a-f]+(?:_[0-9a-f]+)*";
const DECIMAL = new RegExp(
  `^[+-]?(?:${DIGITS}(?:\\.(?:${DIGITS})?)?|\\.${DIGITS})(?:e[+-]?${DIGITS})?$`,
  "i",
);
const HEXADECIMAL = new RegExp(
  `^([+-]?)0x(?:_?(${HEX})(?:\\.(${HEX})?)?|\\.(${HEX}))p([+-]?${DIGITS})$`,
  "i",
);

/** Parses a float64 as strconv.ParseFloat does; undefined if the text is not a number, or too large. */
export function parseGoFloat(text: string): number | undefined {
  if (/^[+-]?inf(?:inity)?$/i.test(text)) return text.startsWith("-") ? -Infinity : Infinity;
  if (/^nan$/i.test(text)) return Number.NaN;
  const value = DECIMAL.test(text) ? Number(text.replaceAll("_", "")) : hexadecimal(text);
  return Number.isFinite(value) ? value : undefined;
}

/** Parses `0x1.8p3`: a number of base 16, times a power of two. NaN for any other text. */
function hexadecimal(text: string): number {
  const match = HEXADECIMAL.exec(text);
  if (match === null) return Number.NaN;
  const [, sign, whole = "", fraction = match[4] ?? "", , power = "0"] = match.map((part) =>
    part?.replaceAll("_", ""),
  );
  const exponent = Number(power) - 4 * fraction.length;
  const value = scaled(Number(BigInt(`0x${whole}${fraction}`)), exponent);
  return sign === "-" ? -value : value;
}

/** Multiplies by a power of two, in steps, because powers above 2^1023 do not fit in a double. */
function scaled(value: number, exponent: number): number {
  const step = Math.max(-1000, Math.min(1000, exponent));
  if (step === exponent || value === 0 || !Number.isFinite(value)) return value * 2 ** step;
  return scaled(value * 2 ** step, exponent - step);
}
