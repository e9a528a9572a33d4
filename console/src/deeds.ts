/** Result of a webhook, policy or plugin for one request. `ignored`: it failed, and the request passed. */
export type Deed = "allowed" | "changed" | "refused" | "failed" | "ignored" | "warned" | "skipped";

const TEXTS: Readonly<Record<Deed, string>> = {
  allowed: "allowed",
  changed: "changed",
  refused: "refused",
  failed: "failed",
  ignored: "failed, and was ignored",
  warned: "warned",
  skipped: "not called",
};

/** The words for a result: `failed, and was ignored`. */
export const deedText = (deed: Deed): string => TEXTS[deed];
