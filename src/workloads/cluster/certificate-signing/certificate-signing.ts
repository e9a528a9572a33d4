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
import type { Controller, ControllerContext, RequestedSubject } from "../../base/controller.ts";

/** Returns the reason why a signer refuses a request; undefined if it can be signed. */
type SignerRule = (subject: RequestedSubject, usages: readonly string[]) => string | undefined;

const SIGNATURE = "digital signature";
const ENCIPHERMENT = "key encipherment";
const CLIENT = "client auth";
const SERVER = "server auth";

/** The signers that use the cluster's authority, and their rules (pkg/apis/certificates/helpers.go). */
const SIGNERS: ReadonlyMap<string, SignerRule> = new Map<string, SignerRule>([
  ["kubernetes.io/kube-apiserver-client", (_subject, usages) => clientProblem(usages)],
  ["kubernetes.io/kube-apiserver-client-kubelet", kubeletClientProblem],
  ["kubernetes.io/kubelet-serving", kubeletServingProblem],
]);

function clientProblem(usages: readonly string[]): string | undefined {
  const other = usages.find((usage) => ![SIGNATURE, ENCIPHERMENT, CLIENT].includes(usage));
  if (other !== undefined) return `invalid usage for client certificate: ${other}`;
  return usages.includes(CLIENT) ? undefined : `missing required usage for client certificate: ${CLIENT}`;
}

const NO_NODES = "subject organization is not system:nodes";
const NO_NODE = "subject common name does not begin with system:node:";
const areNodes = (organizations: readonly string[]): boolean =>
  organizations.length === 1 && organizations[0] === "system:nodes";
const isNode = (commonName: string): boolean => commonName.startsWith("system:node:");

const TITLES = [
  ["dns", "DNS"],
  ["email", "Email"],
  ["ip", "IP"],
  ["url", "URI"],
] as const;

function kubeletClientProblem(
  { commonName, organizations, names }: RequestedSubject,
  usages: readonly string[],
): string | undefined {
  if (!areNodes(organizations)) return NO_NODES;
  const unwanted = TITLES.find(([type]) => names.includes(type));
  if (unwanted !== undefined) return `${unwanted[1]} subjectAltNames are not allowed`;
  if (!isNode(commonName)) return NO_NODE;
  return usagesProblem(usages, CLIENT);
}

function kubeletServingProblem(
  { commonName, organizations, names }: RequestedSubject,
  usages: readonly string[],
): string | undefined {
  if (!areNodes(organizations)) return NO_NODES;
  if (!names.includes("dns") && !names.includes("ip")) return "DNS or IP subjectAltName is required";
  if (names.includes("email")) return "Email subjectAltNames are not allowed";
  if (names.includes("url")) return "URI subjectAltNames are not allowed";
  return usagesProblem(usages, SERVER) ?? (isNode(commonName) ? undefined : NO_NODE);
}

/** `key encipherment` is optional: only RSA keys can encipher keys. */
function usagesProblem(usages: readonly string[], purpose: string): string | undefined {
  const given = new Set(usages);
  const others = [...given].filter((usage) => ![SIGNATURE, ENCIPHERMENT, purpose].includes(usage));
  if (others.length === 0 && given.has(SIGNATURE) && given.has(purpose)) return undefined;
  return `usages did not match [${[purpose, SIGNATURE, ENCIPHERMENT].sort().join(" ")}]`;
}

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
