import type { QuantityText } from "./quantity-text.ts";

const DECIMAL_NAMES: ReadonlyMap<number, string> = new Map([
  [-9, "n"],
  [-6, "u"],
  [-3, "m"],
  [0, ""],
  [3, "k"],
  [6, "M"],
  [9, "G"],
  [12, "T"],
  [15, "P"],
  [18, "E"],
]);
const BINARY_NAMES = ["", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"];
/**
 * Maximum number of trailing zeros of a whole number without an exponent. Numbers with more are written with an
 * exponent in every format.
 */
const MAX_ZEROS = 1000;

/** Canonical text of a quantity: `0.5` → `500m`, `1024Mi` → `1Gi`. */
export function formatQuantityText(quantity: QuantityText): string {
  const { text, digits, negative } = quantity;
  if (text !== undefined) return text;
  if (digits === "0") return "0";
  return `${negative ? "-" : ""}${quantity.format === "binary" ? formatBinary(quantity) : formatDecimal(quantity)}`;
}

function formatBinary(quantity: QuantityText): string {
  const { digits, power } = withoutTrailingZeros(quantity);
  if (power > MAX_ZEROS) return formatDecimal({ ...quantity, format: "exponent" });
  let value = power < 0 ? 0n : BigInt(digits + "0".repeat(power));
  // Fractions, and amounts too small for a binary suffix, are written in the decimal format.
  if (value < 1024n) return formatDecimal({ ...quantity, format: "decimal" });
  let times = 0;
  while (value % 1024n === 0n) {
    value /= 1024n;
    times++;
  }
  return `${value}${BINARY_NAMES[times] ?? ""}`;
}

function formatDecimal(quantity: QuantityText): string {
  const { digits, power } = withoutTrailingZeros(quantity);
  const zeros = ((power % 3) + 3) % 3;
  const shown = (power - zeros) | 0;
  const number = digits + "0".repeat(zeros);
  if (quantity.format === "exponent") return shown === 0 ? number : `${number}e${shown}`;
  return `${number}${DECIMAL_NAMES.get(shown) ?? ""}`;
}

/** Digits without trailing zeros, and the exponent in 32 bits, as in the reference. */
function withoutTrailingZeros({ digits, exponent }: QuantityText): { digits: string; power: number } {
  let end = digits.length;
  while (digits[end - 1] === "0") end--;
  return { digits: digits.slice(0, end), power: (exponent + digits.length - end) | 0 };
}
