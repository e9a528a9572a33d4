const MARKUP: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** Escapes a text so that browsers do not read it as HTML. */
export const withoutMarkup = (text: string): string => text.replace(/[&<>]/g, (c) => MARKUP[c] ?? c);
