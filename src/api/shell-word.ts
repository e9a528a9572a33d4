/** One word for a POSIX shell: in quotes, unless all its characters stand for themselves. */
export const shellWord = (text: string): string =>
  /^[\w./@%+,:-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
