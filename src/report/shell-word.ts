/** Formats a text as one word for a POSIX shell. It is quoted unless all its characters have no special meaning. */
export const shellWord = (text: string): string =>
  /^[\w./@%+,:-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
