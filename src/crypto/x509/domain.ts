/** True if crypto/x509 accepts a text as a domain: the empty text, or nonempty labels of visible characters. */
export const isDomain = (text: string): boolean =>
  text === "" || text.split(".").every((label) => /^[!-~]+$/.test(label));

/** True for a domain in a name constraint. With a leading period it applies only to names below the domain. */
export const isDomainConstraint = (text: string): boolean => isDomain(text.replace(/^\.(?=.)/s, ""));
