import type { Certificate } from "../../../crypto/x509/certificate.ts";
import { CertificatePool } from "../../../http/verify/certificate-pool.ts";
import { verifyCertificates } from "../../../http/verify/verify-certificate.ts";
import { verifyName } from "../../../http/verify/verify-name.ts";
import { record } from "../../../json/value.ts";
import { certificatesOf, type Endpoint, endpointsOf, serverNameOf } from "../../model/endpoints.ts";
import type { Model } from "../../model/model.ts";
import { nameOf, namespaceOf } from "../../model/names.ts";
import type { Problem, Rule } from "../../rule.ts";
import { type Shown, shownCertificates } from "./shown.ts";

const DAY = 24 * 60 * 60 * 1000;
const SOON = 30 * DAY;

/** A certificate or bundle with its end of validity. */
interface Ending {
  readonly at: Pick<Problem, "of" | "path" | "connection"> & { readonly webhook: string };
  readonly what: string;
  readonly notAfter: number;
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

const expiredCertificate: Rule = {
  id: "certificate-expired",
  severity: "error",
  summary: "The certificate of a webhook, or every certificate in its caBundle, has expired",
  check: async (model) =>
    (await endings(model))
      .filter(({ notAfter }) => notAfter < model.now)
      .map(({ at, what, notAfter }) => ({
        ...at,
        message: `${what} expired on ${dayOf(notAfter)}: every call of the webhook fails`,
        fix: "renew it",
      })),
};

const expiringCertificate: Rule = {
  id: "certificate-expires",
  severity: "warning",
  summary: "The certificate of a webhook, or every certificate in its caBundle, expires within 30 days",
  check: async (model) =>
    (await endings(model))
      .filter(({ notAfter }) => notAfter >= model.now && notAfter < model.now + SOON)
      .map(({ at, what, notAfter }) => ({
        ...at,
        message: `${what} expires on ${dayOf(notAfter)}, in ${Math.floor((notAfter - model.now) / DAY)} days: then every call of the webhook fails`,
        fix: "renew it, unless a program renews it automatically",
      })),
};

async function endings(model: Model): Promise<Ending[]> {
  const shown = await shownCertificates(model);
  return [
    ...endpointsOf(model).flatMap(endOfBundle),
    ...shown.map(({ at, from, leaf }) => ({
      at,
      what: `the webhook's certificate (${from})`,
      notAfter: leaf.notAfter,
    })),
  ];
}

/**
 * Returns the end of a bundle, which is valid as long as one of its certificates is. Bundles that an injector
 * replaces are left out.
 */
function endOfBundle({ of, webhook, path, bundle, injector }: Endpoint): Ending[] {
  if (bundle?.kind !== "certificates" || injector !== undefined) return [];
  const { certificates } = bundle;
  const what = certificates.length === 1 ? "caBundle" : `the last of the ${certificates.length} in caBundle`;
  const notAfter = Math.max(...certificates.map((one: Certificate) => one.notAfter));
  return [{ at: { of, webhook, path: [...path, "caBundle"] }, what, notAfter }];
}

/** The API server requires the name of the Service in the cluster, or the host of the URL. */
const certificateName: Rule = {
  id: "certificate-name",
  severity: "error",
  summary: "The certificate of a webhook is not valid for the name that the API server calls",
  check: async (model) => [
    ...(await shownCertificates(model)).flatMap(wrongName),
    ...endpointsOf(model).flatMap((endpoint) => wrongRequest(endpoint, model)),
  ],
};

function wrongName({ endpoint, at, from, leaf }: Shown): Problem[] {
  const name = serverNameOf(endpoint);
  const problem = name === undefined ? undefined : verifyName(leaf, name);
  if (problem === undefined) return [];
  const message = `the certificate of ${endpoint.called} (${from}) is not valid for the name that the API server calls: ${problem}`;
  return [{ ...at, message, fix: `use a certificate with the DNS name ${name}` }];
}

/** Reports a Certificate of cert-manager that lacks the name of the Service. */
function wrongRequest(endpoint: Endpoint, model: Model): Problem[] {
  const { injector, config } = endpoint;
  const { service } = config;
  if (service === undefined || injector?.annotation !== "cert-manager.io/inject-ca-from") return [];
  const [namespace, name] = injector.value.split("/");
  const found = certificatesOf(model).find(
    ({ of }) => nameOf(of) === name && [namespace, ""].includes(namespaceOf(of)),
  );
  const wanted = `${service.name}.${service.namespace}.svc`;
  // Kustomize has placeholders such as $(SERVICE_NAME) until it inserts the names.
  const { dnsNames = [], of } = found ?? {};
  if (of === undefined || dnsNames.some((one) => covers(one, wanted))) return [];
  if (dnsNames.length === 0) {
    const { commonName, ipAddresses, uris } = record(of.object.spec);
    if (commonName === undefined || ipAddresses !== undefined || uris !== undefined) return [];
    const message = `it has a commonName and no dnsNames: the API server looks at dnsNames only, and calls ${endpoint.called} as ${wanted}`;
    return [{ of, path: ["spec"], message, fix: `dnsNames: [${wanted}]`, connection: endpoint }];
  }
  // The Service of the webhook is probably misspelt, which another rule reports.
  if (model.find("Service", service.namespace, service.name) === undefined)
    for (const one of model.of("Service"))
      if (dnsNames.some((name) => covers(name, `${nameOf(one)}.${namespaceOf(one) || namespace}.svc`)))
        return [];
  const message = `its dnsNames are ${dnsNames.join(", ")}, but ${endpoint.called} is called as ${wanted}`;
  return [{ of, path: ["spec", "dnsNames"], message, fix: `add ${wanted}`, connection: endpoint }];
}

/** True if a name covers the wanted one, or is a placeholder or template that can have any value. */
const covers = (dnsName: string, wanted: string): boolean =>
  dnsName === wanted ||
  /[$({]/.test(dnsName) ||
  (dnsName.startsWith("*.") && dnsName.slice(1) === wanted.slice(wanted.indexOf(".")));

const untrustedCertificate: Rule = {
  id: "certificate-untrusted",
  severity: "error",
  summary: "No authority in the caBundle of a webhook has signed its certificate",
  check: async (model) => {
    const shown = await shownCertificates(model);
    return (await Promise.all(shown.map((one) => untrusted(one, model)))).flat();
  },
};

async function untrusted({ endpoint, from, leaf, chain }: Shown, { now }: Model): Promise<Problem[]> {
  const { bundle, injector, of, webhook, path } = endpoint;
  const serverName = serverNameOf(endpoint);
  if (bundle?.kind !== "certificates" || injector !== undefined || serverName === undefined) return [];
  // Other rules report these two problems.
  if (leaf.notAfter < now || verifyName(leaf, serverName) !== undefined) return [];
  const roots = new CertificatePool(bundle.certificates);
  const problem = await verifyCertificates(chain, { roots, serverName, now });
  if (problem === undefined) return [];
  const message = `no authority in caBundle has signed the webhook's certificate (${from}): ${problem}`;
  const fix = "the certificate of the authority that signed it";
  return [{ of, webhook, path: [...path, "caBundle"], message, fix }];
}

export const unreachable: Rule = {
  id: "unreachable",
  severity: "error",
  summary: "A webhook does not answer to --dial",
  check: async (model) => {
    const all = endpointsOf(model).map(async ({ of, webhook, path, config }): Promise<Problem[]> => {
      const dialled = await model.dial?.(config);
      if (dialled?.kind !== "failed") return [];
      return [{ of, webhook, path, message: `${dialled.address} does not answer: ${dialled.message}` }];
    });
    return (await Promise.all(all)).flat();
  },
};

/** Rules about the certificate that a webhook shows. `unreachable` has another place. */
export const servingRules: readonly Rule[] = [
  expiredCertificate,
  expiringCertificate,
  certificateName,
  untrustedCertificate,
];
