const MAX_POWER = 6;

/** Formats a double as Go's `%g` does: the shortest text, with an exponent from 10^6 on and below 10^-4. */
export function goFloat(value: number): string {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value > 0 ? "+Inf" : "-Inf";
  if (Object.is(value, -0)) return "-0";
  if (value === 0) return "0";
  const [digits = "", exponent = "0"] = value.toExponential().split("e");
  const power = Number(exponent);
  if (power >= -4 && power < MAX_POWER) return plain(digits, power);
  const padded = String(Math.abs(power)).padStart(2, "0");
  return `${digits}e${power < 0 ? "-" : "+"}${padded}`;
}

/** Formats digits with the decimal point. */
function plain(digits: string, power: number): string {
  const sign = digits.startsWith("-") ? "-" : "";
  const bare = digits.replace(/[-.]/g, "");
  if (power < 0) return `${sign}0.${"0".repeat(-power - 1)}${bare}`;
  const whole = bare.slice(0, power + 1).padEnd(power + 1, "0");
  const fraction = bare.slice(power + 1);
  return `${sign}${whole}${fraction === "" ? "" : `.${fraction}`}`;
}
