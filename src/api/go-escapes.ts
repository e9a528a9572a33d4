/** What the letter behind a backslash stands for in a literal of Go, without the signs that stand for themselves (strconv.UnquoteChar). */
export const GO_ESCAPES: Readonly<Record<string, string>> = {
  a: "\x07",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
};
