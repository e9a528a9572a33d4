import type { FieldReport } from "../../../../api/validation/field-report.ts";
import {
  byteLength,
  dns1123LabelProblems,
  dns1123SubdomainProblems,
} from "../../../../api/validation/name-format.ts";
import { quote } from "../../../../go/quote.ts";

const MAX_DOMAIN_BYTES = 253;

const MAX_BYTES = MAX_DOMAIN_BYTES + 1 + 253 + 63 + 1;

/** Checks the name of the signer: `example.com/signer-name`. */
export function checkSignerName(name: string, at: FieldReport): void {
  const [domain = "", path = "", ...more] = name.split("/");
  if (name === "") at.required();
  else if (!name.includes("/") || more.length > 0) {
    at.invalid(name, "must be a fully qualified domain and path of the form 'example.com/signer-name'");
  } else {
    if (byteLength(domain) > MAX_DOMAIN_BYTES) at.tooLong(MAX_DOMAIN_BYTES);
    checkParts(domain, dns1123LabelProblems, at);
    if (!domain.includes("."))
      at.invalid(domain, "should be a domain with at least two segments separated by dots");
    checkParts(path, dns1123SubdomainProblems, at);
    if (byteLength(name) > MAX_BYTES) at.tooLong(MAX_BYTES);
  }
}

/** Reports only the first invalid part. */
function checkParts(text: string, problems: (part: string) => readonly string[], at: FieldReport): void {
  const bad = text.split(".").find((part) => problems(part).length > 0);
  if (bad === undefined) return;
  for (const problem of problems(bad)) at.invalid(text, `validating label ${quote(bad)}: ${problem}`);
}
