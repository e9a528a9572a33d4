/** Headings of a release by the first word of an entry; an entry without such a word was added. */
const GROUPS = { Added: /^- /, Changed: /^- Changed: /, Fixed: /^- Fixed: / };
const OPEN = /^## .*\(not released yet\)$/m;

/**
 * Turns the section "(not released yet)" of a changelog into that of a version, such as `## 0.2.0 (2026-11-29)`, with its entries in
 * groups: added, changed ("Changed: …") and fixed ("Fixed: …"). Throws an Error if there is no such section or it has no entries.
 */
export function datedChangelog(text, version, date) {
  const heading = OPEN.exec(text);
  if (heading === null) throw new Error('CHANGELOG.md has no section "(not released yet)"');
  const begin = heading.index + heading[0].length;
  const next = text.indexOf("\n## ", begin);
  const end = next < 0 ? text.length : next;
  const [intro, ...entries] = text.slice(begin, end).split(/^(?=- )/m);
  if (entries.length === 0) throw new Error("CHANGELOG.md has no entry for this version");
  const sections = Object.entries(GROUPS).flatMap(([name, mark]) => {
    const own = entries.filter((entry) => groupOf(entry) === name);
    if (own.length === 0) return [];
    return [`### ${name}\n\n${own.map((entry) => withoutMark(entry, mark)).join("\n")}`];
  });
  const body = [intro.trim(), ...sections].filter((part) => part !== "").join("\n\n");
  return `${text.slice(0, heading.index)}## ${version} (${date})\n\n${body}\n${text.slice(end)}`;
}

/** The entry without the word of its group; its text begins with a capital letter. */
const withoutMark = (entry, mark) =>
  entry
    .trimEnd()
    .replace(mark, "- ")
    .replace(/^- (.)/, (_, first) => `- ${first.toUpperCase()}`);

const groupOf = (entry) =>
  GROUPS.Fixed.test(entry) ? "Fixed" : GROUPS.Changed.test(entry) ? "Changed" : "Added";

/** The section of a version, without its heading: the notes of a release. */
export function notesOf(text, version) {
  const heading = `## ${version} (`;
  const begin = text.indexOf(heading);
  if (begin < 0) throw new Error(`CHANGELOG.md has no section ${version}`);
  const next = text.indexOf("\n## ", begin);
  return `${text.slice(text.indexOf("\n", begin), next < 0 ? undefined : next).trim()}\n`;
}
