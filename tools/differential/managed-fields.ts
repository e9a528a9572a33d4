const LIST = /^( *)managedFields:\n((?:\1(?:- | {2}).*\n)+)/gm;

/**
 * A text in YAML with its managed fields in a fixed order. Entries of the same second have another order than entries
 * of different seconds.
 */
export const withSortedManagers = (yaml: string): string =>
  yaml.replace(LIST, (_, indent: string, list: string) => {
    const entries = list.split(new RegExp(`^(?=${indent}- )`, "m"));
    return `${indent}managedFields:\n${entries.sort().join("")}`;
  });
