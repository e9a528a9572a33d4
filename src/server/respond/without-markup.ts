const MARKUP: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** A text that no browser takes for HTML. */
export const withoutMarkup = (text: string): string => text.replace(/[&<>]/g, (c) => MARKUP[c] ?? c);
