const CARD =
  /^(?:4\d{12}(?:\d{3})?|5[1-5]\d{14}|6(?:011|5\d\d)\d{12}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|(?:2131|1800|35\d{3})\d{11})$/;

const digitsOf = (text: string): number[] => [...text].map(Number);
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Checks the prefixes of known card issuers and Luhn's check digit. Characters other than digits are ignored. */
export function isCreditCard(text: string): boolean {
  const digits = text.replace(/\D+/g, "");
  return CARD.test(digits) && sum(digitsOf(digits).reverse().map(luhn)) % 10 === 0;
}

function luhn(digit: number, i: number): number {
  if (i % 2 === 0) return digit;
  return digit >= 5 ? digit * 2 - 9 : digit * 2;
}

const compact = (text: string): string => text.replace(/[\t\n\f\r -]+/g, "");

/** True for an ISBN of ten digits with its check digit; `X` counts ten. */
export function isBookNumber10(text: string): boolean {
  const digits = compact(text);
  if (!/^(?:\d{9}X|\d{10})$/.test(digits)) return false;
  const weighted = [...digits].map((digit, i) => (i + 1) * (digit === "X" ? 10 : Number(digit)));
  return sum(weighted) % 11 === 0;
}

/** True for an ISBN of thirteen digits with its check digit. */
export function isBookNumber13(text: string): boolean {
  const digits = compact(text);
  if (!/^\d{13}$/.test(digits)) return false;
  return sum(digitsOf(digits).map((digit, i) => digit * (i % 2 === 0 ? 1 : 3))) % 10 === 0;
}
