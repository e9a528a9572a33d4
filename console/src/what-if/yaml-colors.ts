import { Decoration, MatchDecorator } from "@codemirror/view";
import { decorateMatches } from "./decorate-matches.ts";

const NAMES = [undefined, "y-key", "y-comment", "y-text", "y-word"] as const;

/** Keys, comments, quoted texts, and what is neither text nor key. Enough to find one's way, and much smaller than a parser. */
const colors = new MatchDecorator({
  regexp: /^[ -]*([\w.$/-]+)(?=:)|((?:^|\s)#.*$)|("(?:[^"\\]|\\.)*"|'[^']*')|\b(true|false|null|\d+)$/gm,
  decorate: (add, _from, to, match) => {
    const group = match.findIndex((text, index) => index > 0 && text !== undefined);
    const name = NAMES[group];
    if (name !== undefined) add(to - (match[group] ?? "").length, to, Decoration.mark({ class: name }));
  },
});

export const yamlColors = decorateMatches(colors);
