/** The name of an object, or the begin of one that has none yet: `web-…`; empty if it has neither. */
export const shownName = ({
  name = "",
  generateName = "",
}: {
  readonly name?: string;
  readonly generateName?: string;
}): string => (name === "" && generateName !== "" ? `${generateName}…` : name);
