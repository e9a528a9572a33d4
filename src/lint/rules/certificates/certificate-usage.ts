import { record, texts } from "../../../json/value.ts";
import { servedBy } from "../../bring-up/service-of.ts";
import { certificatesOf } from "../../model/endpoints.ts";
import type { Problem, Rule } from "../../rule.ts";

/** Usages of cert-manager that are written as an extended key usage: with one of them, all others are excluded. */
const EXTENDED: ReadonlySet<string> = new Set([
  "client auth",
  "code signing",
  "email protection",
  "s/mime",
  "ipsec end system",
  "ipsec tunnel",
  "ipsec user",
  "timestamping",
  "ocsp signing",
  "microsoft sgc",
  "netscape sgc",
]);

/** The API server refuses a certificate that is not for servers: `x509: certificate specifies an incompatible key usage`. */
export const certificateUsage: Rule = {
  id: "certificate-usage",
  severity: "error",
  summary: "A Certificate of a webhook is for clients, and not for servers",
  check: (model) =>
    certificatesOf(model).flatMap((one): Problem[] => {
      const usages = texts(record(one.of.object.spec).usages);
      const isServer = usages.includes("server auth") || usages.includes("any");
      if (isServer || !usages.some((usage) => EXTENDED.has(usage))) return [];
      if (servedBy(one, model) === undefined) return [];
      const message = `the certificate is for ${usages.filter((usage) => EXTENDED.has(usage)).join(", ")} only: the API server does not accept it from a webhook (incompatible key usage)`;
      return [{ of: one.of, path: ["spec", "usages"], message, fix: "add server auth to usages" }];
    }),
};
