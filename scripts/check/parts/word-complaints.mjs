/** Words and figures that hide which component does a thing, or that a reader with another first language may not know. */
const WORDS = [
  ...["nobody", "somebody", "anybody", "anyone", "whoever", "no one", "someone"],
  ...["so many", "so much as", "of which", "by which", "but for", "anew"],
  ...["stands? in", "stands? at", "stands? beside", "lies? in", "lies? beside", "goes on", "go on"],
];
const WORD = new RegExp(`\\b(?:${WORDS.join("|")})\\b`, "gi");

/** A clause, a bare preposition or a participle without a subject, where a noun phrase or a sentence belongs. */
const OPENINGS = ["What", "Who", "Whom", "Whose", "Whoever", "Of", "So many", "So much", "So long"];
const MORE_OPENINGS = ["Asked", "Told", "Said", "As", "How", "Where", "But", "Than"];
const OPENING = new RegExp(`^(?:${[...OPENINGS, ...MORE_OPENINGS].join("|")})\\b`);

/** Comments (lines of comment below each other are one) and texts. */
const TOKENS =
  /\/\*[\s\S]*?\*\/|\/\/[^\n]*(?:\n[ \t]*\/\/[^\n]*)*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g;

/** Places in a source or a page that are hard to read: file, line, and the words. */
export function wordComplaints(file, text) {
  return file.endsWith(".md") ? inPage(file, text) : inSource(file, text);
}

function inSource(file, text) {
  const complaints = [];
  for (const { 0: token, index } of text.matchAll(TOKENS)) {
    const line = text.slice(0, index).split("\n").length;
    const isComment = token.startsWith("/");
    if (!isComment && isTest(file)) continue;
    const plain = isComment ? proseOf(token) : token;
    if (isComment && OPENING.test(plain)) complaints.push({ file, line, text: `opens with ${first(plain)}` });
    for (const [word] of plain.matchAll(WORD))
      complaints.push({ file, line, text: `"${word}": ${first(plain)}` });
  }
  return complaints;
}

const isTest = (file) => /\.(?:test|tool)\.ts$/.test(file) || /^(?:test|tools)\//.test(file);

/** A comment without its marks and without code in backticks or quotes. */
function proseOf(comment) {
  return comment
    .replace(/^\/\*+|\*+\/$|^\/\//g, "")
    .replace(/^\s*(?:\*|\/\/) ?/gm, "")
    .replace(/`[^`]*`|"[^"]*"/g, "``")
    .replace(/\s+/g, " ")
    .trim();
}

const first = (text) => text.slice(0, 80);

/** Pages: prose outside of code. */
function inPage(file, text) {
  let isCode = false;
  return text.split("\n").flatMap((row, i) => {
    if (/^\s*(```|~~~)/.test(row)) isCode = !isCode;
    if (isCode) return [];
    const prose = row.replace(/`[^`]*`/g, "``");
    return [...prose.matchAll(WORD)].map(([word]) => ({
      file,
      line: i + 1,
      text: `"${word}": ${first(prose.trim())}`,
    }));
  });
}
