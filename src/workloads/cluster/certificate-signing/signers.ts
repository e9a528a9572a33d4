import type { RequestedSubject } from "../../base/controller.ts";

/** Returns the reason why a signer refuses a request; undefined if it can be signed. */
type SignerRule = (subject: RequestedSubject, usages: readonly string[]) => string | undefined;

const SIGNATURE = "digital signature";
const ENCIPHERMENT = "key encipherment";
const CLIENT = "client auth";
const SERVER = "server auth";

/** The signers that use the cluster's authority, and their rules (pkg/apis/certificates/helpers.go). */
export const SIGNERS: ReadonlyMap<string, SignerRule> = new Map<string, SignerRule>([
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
