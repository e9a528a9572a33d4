/**
 * Characters of the escape letters in Go literals (strconv.UnquoteChar), without the escapes whose character is the
 * one after the backslash.
 */
export const GO_ESCAPES: Readonly<Record<string, string>> = {
  a: "\x07",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
};
