import { isBase64 } from "../../../explain/ending/body.ts";
import type { Manifest } from "../../../explain/offline/manifests.ts";
import type { Path } from "../../../explain/sources.ts";
import { valueAt } from "../../../explain/sources.ts";
import { records } from "../../../json/value.ts";
import { kindOf } from "../../model/names.ts";

/** A text that is no caBundle, and what to do. */
interface Mistake {
  readonly problem: string;
  readonly fix: string;
}

/** Mistakes in a text that is not base64, the first that fits is told. */
const NOT_BASE64: readonly (readonly [pattern: RegExp, mistake: Mistake])[] = [
  [/-----BEGIN/, { problem: "it is the PEM itself", fix: "encode it once in base64: base64 -w 0 ca.crt" }],
  [
    /[<>{}$@%]|CA_?BUNDLE|REPLACE|CHANGE_?ME|PLACEHOLDER|^_*[A-Z\d]+_[A-Z\d_]+$|^(?:your|my|the|insert|todo|example|dummy)\b/i,
    { problem: "it is a placeholder", fix: "the authority's certificate in PEM, encoded in base64" },
  ],
  [
    /[ \t]/,
    {
      problem: "base64 must not contain white space",
      fix: "write it in one line (base64 -w 0 ca.crt), or fold it without spaces",
    },
  ],
];

/** The same for a text that is decoded, and contains no certificate. */
const NOT_A_BUNDLE: readonly (readonly [pattern: RegExp, mistake: Mistake])[] = [
  [
    /^LS0tLS1CRUdJTi/,
    { problem: "it is encoded twice in base64", fix: "encode the PEM once: base64 -w 0 ca.crt" },
  ],
  [
    /^\s*-----BEGIN CERTIFICATE-----(?!\r?\n)/,
    { problem: "its PEM has lost its line breaks", fix: "encode the file itself: base64 -w 0 ca.crt" },
  ],
];

/** Returns what is wrong with the text in a decoded caBundle; undefined if it looks like PEM. */
export function bundleMistake(pem: string): Mistake | undefined {
  const known = NOT_A_BUNDLE.find(([pattern]) => pattern.test(pem))?.[1];
  if (known !== undefined) return known;
  const [, type] = /-----BEGIN ([A-Z0-9 ]+)-----/.exec(pem) ?? [];
  const fix = "the authority's certificate in PEM, encoded in base64";
  if (type === undefined) return { problem: "it contains no PEM", fix };
  return type === "CERTIFICATE" ? undefined : { problem: `it is a ${type}, not a certificate`, fix };
}

/** Returns the first caBundle of a manifest that is not base64, for which the server refuses the whole object. */
export function brokenBundle(of: Manifest): (Mistake & { readonly path: Path }) | undefined {
  for (const path of bundlePaths(of)) {
    const value = valueAt(of.object, path);
    if (typeof value !== "string" || isBase64(value)) continue;
    const [, mistake] = NOT_BASE64.find(([pattern]) => pattern.test(value)) ?? [];
    return { path, ...(mistake ?? { problem: "it is not base64", fix: "base64 -w 0 ca.crt" }) };
  }
  return undefined;
}

function bundlePaths({ object }: Manifest): Path[] {
  if (kindOf({ object, line: () => "" }) === "CustomResourceDefinition")
    return [["spec", "conversion", "webhook", "clientConfig", "caBundle"]];
  return records(object.webhooks).map((_, index) => ["webhooks", index, "clientConfig", "caBundle"]);
}
