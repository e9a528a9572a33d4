/** Whether crypto/x509 takes a text for a domain: labels of visible characters, none of them empty; or nothing at all. */
export const isDomain = (text: string): boolean =>
  text === "" || text.split(".").every((label) => /^[!-~]+$/.test(label));

/** The same for what constrains names: a period in front says that only names below it are meant. */
export const isDomainConstraint = (text: string): boolean => isDomain(text.replace(/^\.(?=.)/s, ""));
