import { nearestName } from "../../../explain/near.ts";
import type { Manifest } from "../../../explain/offline/manifests.ts";
import { record, records, text, texts } from "../../../json/value.ts";
import { servedBy, workloadText } from "../../bring-up/backend.ts";
import {
  type CertificateRequest,
  certificatesOf,
  type Endpoint,
  endpointsOf,
  type Injector,
} from "../../model/endpoints.ts";
import type { Model } from "../../model/model.ts";
import { labelsOf, nameOf, namespaceOf } from "../../model/names.ts";
import type { Problem, Rule } from "../../rule.ts";

const FROM = "cert-manager.io/inject-ca-from";
const FROM_SECRET = "cert-manager.io/inject-ca-from-secret";

/** cert-manager's injector only logs this, and leaves the bundle as it is. */
export const injectorSource: Rule = {
  id: "injector-source",
  severity: "error",
  summary:
    "An annotation makes cert-manager write a caBundle from a Certificate or Secret that does not exist",
  check: (model) => {
    const seen = new Set<object>();
    return endpointsOf(model).flatMap((endpoint) => {
      const old = oldAnnotation(endpoint);
      if (old !== undefined && endpoint.injector === undefined && !seen.has(endpoint.of)) {
        seen.add(endpoint.of);
        return [old];
      }
      if (endpoint.injector === undefined || seen.has(endpoint.of)) return [];
      seen.add(endpoint.of);
      return sourceProblem(endpoint, endpoint.injector, model);
    });
  },
};

/** The prefix of annotations before version 0.11 of cert-manager. */
const OLD = "certmanager.k8s.io/";

function oldAnnotation({ of }: Endpoint): Problem | undefined {
  const key = Object.keys(labelsOf(of, "annotations")).find((one) => one.startsWith(`${OLD}inject-`));
  if (key === undefined) return undefined;
  const message = `cert-manager has not read ${key} since version 0.11: caBundle stays empty`;
  const fix = `replace ${key} with ${key.replace(OLD, "cert-manager.io/")}`;
  return { of, path: ["metadata", "annotations", key], message, fix };
}

function sourceProblem({ of }: Endpoint, { annotation, value }: Injector, model: Model): Problem[] {
  if (annotation !== FROM && annotation !== FROM_SECRET) return [];
  const path = ["metadata", "annotations", annotation];
  const mark = placeholderIn(value);
  if (mark !== undefined)
    return [
      {
        ...{ of, path },
        message: `${mark} is a placeholder that was not replaced, by kustomize or by another program: caBundle stays empty`,
        fix: "the namespace and the name of the Certificate: namespace/name",
      },
    ];
  const parts = value.split("/");
  if (parts.length !== 2 || parts.includes(""))
    return [{ of, path, message: `"${value}" does not have the form namespace/name`, fix: "namespace/name" }];
  const [namespace = "", name = ""] = parts;
  const problem =
    annotation === FROM ? missingCertificate(namespace, name, model) : wrongSecret(namespace, name, model);
  if (problem === undefined) return [];
  if (!isNeverCalled(of)) return [{ of, path, ...problem }];
  const message = `${problem.message}; the definition has one version, so that its conversion webhook is never called`;
  return [{ of, path, ...problem, message, severity: "info" }];
}

/** `$(CERTIFICATE_NAME)`, `${NAME}`, `{{ .Values.name }}`, `<name>` or `CERTIFICATE_NAME`, which no object is called. */
const placeholderIn = (value: string): string | undefined =>
  /\$\([^()]*\)|\$\{[^{}]*\}|\{\{[^{}]*\}\}|<[^<>]*>|\b[A-Z][A-Z0-9]*_[A-Z0-9_]*\b/.exec(value)?.[0];

/** True for a definition with one version: its objects are never converted. */
const isNeverCalled = ({ object }: Manifest): boolean =>
  object.kind === "CustomResourceDefinition" && records(record(object.spec).versions).length === 1;

type Said = Pick<Problem, "message" | "fix"> & Partial<Pick<Problem, "of" | "path">>;

/**
 * Reports a missing Certificate. If manifests have Certificates in this namespace, the right one is probably
 * among them.
 */
function missingCertificate(namespace: string, name: string, model: Model): Said | undefined {
  const certificates = certificatesOf(model);
  const there = certificates.map(({ of }) => of);
  const here = there.filter((one) => [namespace, ""].includes(namespaceOf(one)));
  if (here.some((one) => nameOf(one) === name)) return undefined;
  const writer = certificates.find(({ of, secretName }) => here.includes(of) && secretName === name);
  if (writer !== undefined)
    return {
      message: `"${namespace}/${name}" is a Secret, and the annotation wants the Certificate that writes it, "${namespace}/${nameOf(writer.of)}"; caBundle stays empty`,
      fix: `write ${namespace}/${nameOf(writer.of)}`,
    };
  const elsewhere = there.find((one) => nameOf(one) === name);
  const near = nearestName(name, here.map(nameOf));
  const meant =
    elsewhere === undefined ? near && `${namespace}/${near}` : `${namespaceOf(elsewhere)}/${name}`;
  if (!model.complete && meant === undefined) return undefined;
  const hint = meant === undefined ? "" : `: there is "${meant}"`;
  const message = `there is no Certificate "${namespace}/${name}"${hint}; caBundle stays empty`;
  const fix = meant === undefined ? "" : `write ${meant}`;
  return { message, fix };
}

function wrongSecret(namespace: string, name: string, model: Model): Said | undefined {
  const secret = model.find("Secret", namespace, name);
  if (
    secret === undefined ||
    labelsOf(secret, "annotations")["cert-manager.io/allow-direct-injection"] === "true"
  )
    return undefined;
  const message = `Secret "${namespace}/${name}" does not allow it: caBundle stays empty`;
  const fix = 'its annotation cert-manager.io/allow-direct-injection: "true"';
  return { of: secret, path: ["metadata", "annotations"], message, fix };
}

/** cert-manager writes the Secret of a Certificate in its namespace, and takes an Issuer of this namespace only. */
const certificateElsewhere: Rule = {
  id: "certificate-elsewhere",
  severity: "error",
  summary:
    "A Certificate of cert-manager is in another namespace than its Issuer, or than the pods that mount its Secret",
  check: (model) => {
    const all = certificatesOf(model);
    return [
      ...all.flatMap((one) => [...withoutIssuer(one.of, model), ...notMounted(one, all, model)]),
      ...model.of("ClusterIssuer").flatMap((of) => secretElsewhere(of, all, model)),
    ];
  },
};

function withoutIssuer(of: Manifest, model: Model): Problem[] {
  const namespace = namespaceOf(of);
  const { kind = "Issuer", name, group = "cert-manager.io" } = record(record(of.object.spec).issuerRef);
  if (group !== "cert-manager.io" || namespace === "") return [];
  const path = ["spec", "issuerRef"];
  const named = (one: string): Manifest[] => model.of(one).filter((issuer) => nameOf(issuer) === name);
  const isHere = (issuer: Manifest): boolean => [namespace, ""].includes(namespaceOf(issuer));
  const [own, others] = [named("Issuer"), named("ClusterIssuer")];
  const isMissing = kind === "Issuer" ? own.length === 0 : kind === "ClusterIssuer" && others.length === 0;
  const meant = kind === "Issuer" ? others : own.filter(isHere);
  if (isMissing && meant.length > 0) {
    const right = kind === "Issuer" ? "ClusterIssuer" : "Issuer";
    const message = `there is no ${text(kind)} ${text(name)} among these manifests, and a ${right} of this name: without a kind, issuerRef means an Issuer`;
    return [{ of, path, message, fix: `kind: ${right}` }];
  }
  const [other] = own;
  if (kind !== "Issuer" || other === undefined || own.some(isHere)) return [];
  const message = `Issuer ${text(name)} is in the namespace ${namespaceOf(other)}, and an Issuer signs Certificates of its own namespace only: this one, in ${namespace}, is never signed`;
  return [{ of, path, message, fix: `an Issuer in ${namespace}, or a ClusterIssuer` }];
}

/** Namespace in which cert-manager reads the Secrets of ClusterIssuers, unless it is installed elsewhere. */
const ITS_NAMESPACE = "cert-manager";

/** A ClusterIssuer whose Secret is written into another namespace than that of cert-manager. */
function secretElsewhere(of: Manifest, all: readonly CertificateRequest[], model: Model): Problem[] {
  const secretName = text(record(record(of.object.spec).ca).secretName);
  const writers = all.filter((one) => one.secretName === secretName).map((one) => namespaceOf(one.of));
  const [namespace] = writers;
  const isInstalled = (one: Manifest): boolean => nameOf(one).includes(ITS_NAMESPACE);
  const homes = [ITS_NAMESPACE, "", ...model.of("Deployment").filter(isInstalled).map(namespaceOf)];
  if (secretName === "" || namespace === undefined || writers.some((one) => homes.includes(one))) return [];
  if (model.find("Secret", ITS_NAMESPACE, secretName) !== undefined) return [];
  const message = `a ClusterIssuer reads its Secret in the namespace of cert-manager, and the Certificate of ${secretName} writes it into ${namespace}: unless cert-manager runs there, the issuer is never ready`;
  const fix = `a Certificate in ${ITS_NAMESPACE}`;
  return [{ of, path: ["spec", "ca", "secretName"], message, fix, severity: "warning" }];
}

/** A Certificate with the name of a webhook's Service, whose pods mount a Secret of that name in their own namespace. */
function notMounted(
  certificate: CertificateRequest,
  all: readonly CertificateRequest[],
  model: Model,
): Problem[] {
  const { of, secretName } = certificate;
  const its = namespaceOf(of);
  const service = servedBy(certificate, model);
  if (service === undefined || its === "" || its === service.namespace) return [];
  const { namespace, workloads, endpoint: connection } = service;
  const workload = workloads.find(({ secrets }) => secrets.includes(secretName));
  const isThere =
    model.find("Secret", namespace, secretName) !== undefined ||
    all.some((one) => one.secretName === secretName && [namespace, ""].includes(namespaceOf(one.of)));
  if (workload === undefined || isThere) return [];
  const message = `the Secret ${secretName} is written in the namespace ${its}, and the pods of ${workloadText(workload)} mount one of this name in the namespace ${namespace}: they do not start`;
  return [{ of, path: ["metadata", "namespace"], message, fix: `namespace: ${namespace}`, connection }];
}

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
const certificateUsage: Rule = {
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

/** Programs can read a Secret without a mount: reported only if the pods mount one that nothing writes. */
const certificateNotMounted: Rule = {
  id: "certificate-not-mounted",
  severity: "warning",
  summary:
    "No pod of a webhook mounts the Secret of its Certificate, and they mount one that no manifest writes",
  check: (model) => certificatesOf(model).flatMap((one) => problemOf(one, model)),
};

function problemOf(certificate: CertificateRequest, model: Model): Problem[] {
  const { of, secretName } = certificate;
  const service = servedBy(certificate, model);
  const { namespace = "", workloads = [] } = service ?? {};
  const [workload, ...more] = workloads;
  if (
    service === undefined ||
    workload === undefined ||
    more.length > 0 ||
    ![namespace, ""].includes(namespaceOf(of))
  )
    return [];
  const { secrets } = workload;
  const isWritten = (secret: string): boolean =>
    model.find("Secret", namespace, secret) !== undefined ||
    certificatesOf(model).some((one) => one.secretName === secret);
  const missing = secrets.filter((secret) => !isWritten(secret));
  const [only] = missing;
  if (secrets.includes(secretName) || only === undefined || missing.length > 1) return [];
  const message = `the Certificate ${nameOf(of)} writes the Secret ${secretName}, and ${workloadText(workload)} mounts ${only}, which no manifest writes: its pods wait for that Secret`;
  const connection = service.endpoint;
  return [{ of, path: ["spec", "secretName"], message, fix: `secretName: ${only}`, connection }];
}

/** Rules about Certificates of cert-manager. */
export const certManagerRules: readonly Rule[] = [
  certificateElsewhere,
  certificateUsage,
  certificateNotMounted,
];
