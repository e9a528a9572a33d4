import type { KubeObject } from "../../../api/meta.ts";
import { kubeObject } from "../../../api/object/kube-object.ts";
import { formatTime } from "../../../api/time.ts";
import { pemOfBase64 } from "../../../crypto/pem.ts";
import { membersOf } from "../../../json/value.ts";
import type {
  CertificateSigningRequestCondition as Condition,
  CertificateSigningRequestSpec as Spec,
  CertificateSigningRequestStatus as Status,
} from "../../../types/tables/certificates/v1-types.ts";
import type { Controller, ControllerContext } from "../../base/controller.ts";
import { SIGNERS } from "./signers.ts";

/**
 * Signs approved requests to the signers of Kubernetes, with the server's own authority
 * (pkg/controller/certificates/signer/signer.go).
 */
export const certificateSigning: Controller = {
  name: "certificatesigningrequest-signing-controller",
  alias: "csrsigning",
  kinds: ["certificates.k8s.io/v1/CertificateSigningRequest"],
  start(context) {
    const requests = context.queue((name) => sign(context, name));
    return ({ object, deleted }) => {
      if (!deleted && isWaiting(object)) requests.add(object.metadata.name ?? "");
    };
  },
};

const statusOf = ({ status }: KubeObject): Partial<Status> => membersOf<Status>(status);

function isWaiting(object: KubeObject): boolean {
  const { certificate = "", conditions = [] } = statusOf(object);
  const has = (type: string): boolean => conditions.some((condition) => condition.type === type);
  const { signerName = "" } = membersOf<Spec>(object.spec);
  return certificate === "" && SIGNERS.has(signerName) && has("Approved") && !has("Denied") && !has("Failed");
}

async function sign({ api, host }: ControllerContext, name: string): Promise<boolean> {
  const { signCertificate } = host;
  if (signCertificate === undefined) return true;
  const path = `/apis/certificates.k8s.io/v1/certificatesigningrequests/${encodeURIComponent(name)}`;
  const { status, body } = await api.get(path);
  if (status !== 200) return status === 404;
  const object = kubeObject(body);
  if (!isWaiting(object)) return true;
  const { signerName = "", request = "", usages = [], expirationSeconds } = membersOf<Spec>(object.spec);
  const now = host.now();
  const made = await signCertificate({
    request: pemOfBase64(request),
    usages,
    ...(expirationSeconds === undefined ? {} : { expirationSeconds }),
    now,
    problem: (subject) => SIGNERS.get(signerName)?.(subject, usages),
  });
  const written = await api.send("PUT", `${path}/status`, {
    ...object,
    status: {
      ...statusOf(object),
      ...("certificate" in made
        ? { certificate: Buffer.from(made.certificate).toString("base64") }
        : { conditions: [...(statusOf(object).conditions ?? []), failure(made.problem, now)] }),
    },
  });
  return written.status < 300 || written.status === 404;
}

const failure = (message: string, now: number): Condition => ({
  type: "Failed",
  status: "True",
  reason: "SignerValidationFailure",
  message,
  lastUpdateTime: formatTime(now),
});
