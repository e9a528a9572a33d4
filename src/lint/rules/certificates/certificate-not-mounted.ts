import { servedBy } from "../../bring-up/service-of.ts";
import { workloadText } from "../../bring-up/workload.ts";
import { type CertificateRequest, certificatesOf } from "../../model/endpoints.ts";
import type { Model } from "../../model/model.ts";
import { nameOf, namespaceOf } from "../../model/names.ts";
import type { Problem, Rule } from "../../rule.ts";

/** Programs can read a Secret without a mount: reported only if the pods mount one that nothing writes. */
export const certificateNotMounted: Rule = {
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
