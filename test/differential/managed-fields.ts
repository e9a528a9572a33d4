const LIST = /^( *)managedFields:\n((?:\1(?:- | {2}).*\n)+)/gm;

/**
 * A text in YAML with its managed fields in one order. Written within one second, entries stand in another order than
 * written one after the other.
 */
export const withSortedManagers = (yaml: string): string =>
  yaml.replace(LIST, (_, indent: string, list: string) => {
    const entries = list.split(new RegExp(`^(?=${indent}- )`, "m"));
    return `${indent}managedFields:\n${entries.sort().join("")}`;
  });
