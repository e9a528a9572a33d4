import type { Manifest } from "../../../explain/offline/manifests.ts";
import { record, text } from "../../../json/value.ts";
import { servedBy } from "../../bring-up/service-of.ts";
import { workloadText } from "../../bring-up/workload.ts";
import { type CertificateRequest, certificatesOf } from "../../model/endpoints.ts";
import type { Model } from "../../model/model.ts";
import { nameOf, namespaceOf } from "../../model/names.ts";
import type { Problem, Rule } from "../../rule.ts";

/** cert-manager writes the Secret of a Certificate in its namespace, and takes an Issuer of this namespace only. */
export const certificateElsewhere: Rule = {
  id: "certificate-elsewhere",
  severity: "error",
  summary:
    "A Certificate of cert-manager is in another namespace than its Issuer, or than the pods that mount its Secret",
  check: (model) => {
    const all = certificatesOf(model);
    return all.flatMap((one) => [...withoutIssuer(one.of, model), ...notMounted(one, all, model)]);
  },
};

function withoutIssuer(of: Manifest, model: Model): Problem[] {
  const namespace = namespaceOf(of);
  const { kind = "Issuer", name, group = "cert-manager.io" } = record(record(of.object.spec).issuerRef);
  if (kind !== "Issuer" || group !== "cert-manager.io" || namespace === "") return [];
  const named = model.of("Issuer").filter((one) => nameOf(one) === name);
  const [other] = named;
  if (other === undefined || named.some((one) => [namespace, ""].includes(namespaceOf(one)))) return [];
  const message = `Issuer ${text(name)} is in the namespace ${namespaceOf(other)}, and an Issuer signs Certificates of its own namespace only: this one, in ${namespace}, is never signed`;
  return [{ of, path: ["spec", "issuerRef"], message, fix: `an Issuer in ${namespace}, or a ClusterIssuer` }];
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
  const { namespace, workloads } = service;
  const workload = workloads.find(({ secrets }) => secrets.includes(secretName));
  const isThere =
    model.find("Secret", namespace, secretName) !== undefined ||
    all.some((one) => one.secretName === secretName && [namespace, ""].includes(namespaceOf(one.of)));
  if (workload === undefined || isThere) return [];
  const message = `the Secret ${secretName} is written in the namespace ${its}, and the pods of ${workloadText(workload)} mount one of this name in the namespace ${namespace}: they do not start`;
  return [{ of, path: ["metadata", "namespace"], message, fix: `namespace: ${namespace}` }];
}
