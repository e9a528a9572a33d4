const LIST = /^( *)managedFields:\n((?:\1(?:- | {2}).*\n)+)/gm;

/**
 * A text with the managed fields in YAML, or in JSON that it quotes, in a fixed order. Entries of the same second have
 * another order than entries of different seconds.
 */
export const withSortedManagers = (text: string): string =>
  inJson(
    text.replace(LIST, (_, indent: string, list: string) => {
      const entries = list.split(new RegExp(`^(?=${indent}- )`, "m"));
      return `${indent}managedFields:\n${entries.sort().join("")}`;
    }),
  );

function inJson(text: string): string {
  let made = "";
  let from = 0;
  for (const { 0: name, index } of text.matchAll(/managedFields\\*":\[/g)) {
    const begin = index + name.length;
    const entries = entriesFrom(text, begin);
    if (entries === undefined || begin < from) continue;
    made += `${text.slice(from, begin)}${[...entries].sort().join(",")}`;
    from = begin + entries.join(",").length;
  }
  return made + text.slice(from);
}

/** Entries of a list in JSON, from its first one on; undefined if the text ends before the list. */
function entriesFrom(text: string, begin: number): readonly string[] | undefined {
  const entries: string[] = [];
  let depth = 0;
  let start = begin;
  for (let i = begin; i < text.length; i++) {
    const character = text.charAt(i);
    if ("{[".includes(character)) depth++;
    else if (character === "," && depth === 0) {
      entries.push(text.slice(start, i));
      start = i + 1;
    } else if ("}]".includes(character) && depth-- === 0) return [...entries, text.slice(start, i)];
  }
  return undefined;
}
