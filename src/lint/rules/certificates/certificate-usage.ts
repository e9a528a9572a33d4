import { record, text, texts } from "../../../json/value.ts";
import { servedBy } from "../../bring-up/service-of.ts";
import { type CertificateRequest, certificatesOf } from "../../model/endpoints.ts";
import type { Model } from "../../model/model.ts";
import { nameOf, namespaceOf } from "../../model/names.ts";
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
  summary:
    "A Certificate does not have the use that it is meant for: of a webhook, or of the authority of an Issuer",
  check: (model) => [
    ...certificatesOf(model).flatMap((one) => notForServers(one, model)),
    ...noAuthority(model),
  ],
};

function notForServers(one: CertificateRequest, model: Model): Problem[] {
  const usages = texts(record(one.of.object.spec).usages);
  const isServer = usages.includes("server auth") || usages.includes("any");
  if (isServer || !usages.some((usage) => EXTENDED.has(usage))) return [];
  const connection = servedBy(one, model)?.endpoint;
  if (connection === undefined) return [];
  const message = `the certificate is for ${usages.filter((usage) => EXTENDED.has(usage)).join(", ")} only: the API server does not accept it from a webhook (incompatible key usage)`;
  return [{ of: one.of, path: ["spec", "usages"], message, fix: "add server auth to usages", connection }];
}

/** cert-manager's Issuer is not ready if the certificate in its Secret is not that of an authority. */
function noAuthority(model: Model): Problem[] {
  const all = certificatesOf(model);
  return [...model.of("Issuer"), ...model.of("ClusterIssuer")].flatMap((issuer): Problem[] => {
    const wanted = text(record(record(issuer.object.spec).ca).secretName);
    const home = namespaceOf(issuer);
    const found = all.find(
      ({ of, secretName }) => secretName === wanted && (home === "" || ["", home].includes(namespaceOf(of))),
    );
    if (wanted === "" || found === undefined || record(found.of.object.spec).isCA === true) return [];
    const message = `${text(issuer.object.kind)} ${nameOf(issuer)} signs with this certificate, and it is not that of an authority: the issuer is never ready`;
    return [{ of: found.of, path: ["spec", "isCA"], message, fix: "isCA: true" }];
  });
}
