/** A piece as often as it fits. */
export const fill = (piece, size) => piece.repeat(Math.max(1, Math.floor(size / piece.length)));

/** Numbered pieces, none like the other. */
export function numbered(piece, size, separator = ",") {
  const parts = [];
  for (let length = 0, i = 0; length < size; i++) {
    const part = piece(i);
    parts.push(part);
    length += part.length + separator.length;
  }
  return parts.join(separator);
}

/** Texts on which readers of texts go wrong: long runs with an end that does not fit, many separators, near misses. */
export const RUNS = {
  zeros: (size) => `${fill("0", size)}x`,
  digits: (size) => fill("7", size),
  "digits and points": (size) => `${fill("1.", size)}x`,
  signs: (size) => fill("-", size),
  letters: (size) => `${fill("a", size)}!`,
  "letters and dashes": (size) => `${fill("a-", size)}!`,
  "letters and points": (size) => `${fill("a.", size)}-`,
  blanks: (size) => `a${fill(" ", size)}a`,
  colons: (size) => fill(":", size),
  slashes: (size) => `${fill("/", size)}x`,
  percent: (size) => fill("%", size),
  "escapes of blanks": (size) => `${fill("%20", size)}%`,
  quotes: (size) => fill('"', size),
  backslashes: (size) => `"${fill("\\", size)}`,
  brackets: (size) => fill("[", size),
  parentheses: (size) => `${fill("(", size)}${fill(")", size)}x`,
  commas: (size) => fill(",", size),
  equals: (size) => fill("a=", size),
  "pairs of surrogates": (size) => fill("😀", size),
  "line ends": (size) => `${fill("\r\n", size)}x`,
};
