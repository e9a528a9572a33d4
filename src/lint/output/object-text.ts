import type { Finding } from "../finding.ts";

/** Returns the name of a finding's object: `owners.example.com of ValidatingWebhookConfiguration/owners`. */
export function objectText({ object: { kind, namespace, name }, webhook }: Finding): string {
  const place = namespace === "" ? "" : `${namespace}/`;
  const object = kind === "" ? "" : `${kind}/${place}${name}`;
  return [webhook, object].filter((part) => part !== "").join(" of ");
}

/** Returns the place of a finding: file and line, or a JSON pointer into the object of a cluster. */
export const placeText = ({ file, line, path }: Finding): string =>
  file === "" ? path : line === 0 ? file : `${file}:${line}`;
