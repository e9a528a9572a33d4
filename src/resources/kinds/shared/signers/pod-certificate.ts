import type { FieldReport } from "../../../../api/validation/field-report.ts";
import { byteLength, qualifiedNameProblems } from "../../../../api/validation/name-format.ts";

/** Shortest validity of a certificate for a pod, in seconds. */
export const MIN_VALID_SECONDS = 3600;

const MAX_VALID_SECONDS = 91 * 86_400;
const MAX_KUBERNETES_SECONDS = 86_400;
const MAX_ANNOTATION_BYTES = 256 * 1024;

/** Longest validity of the certificates of a signer, in seconds. Those of Kubernetes' signers are shorter. */
export function longestValidity(signer: string): number {
  const [host = ""] = signer.split("/");
  return host === "kubernetes.io" || host.endsWith(".kubernetes.io")
    ? MAX_KUBERNETES_SECONDS
    : MAX_VALID_SECONDS;
}

/** Checks annotations for a signer: keys with a domain, and their size (ValidateUserAnnotations). */
export function checkUserAnnotations(annotations: Readonly<Record<string, string>>, at: FieldReport): void {
  for (const key of Object.keys(annotations)) checkKey(key.toLowerCase(), at);
  const size = Object.entries(annotations).reduce(
    (sum, [key, value]) => sum + byteLength(key) + byteLength(value),
    0,
  );
  if (size > MAX_ANNOTATION_BYTES) at.tooLong(MAX_ANNOTATION_BYTES);
}

function checkKey(key: string, at: FieldReport): void {
  const problems = qualifiedNameProblems(key);
  if (key === "") at.required();
  else if (problems.length > 0) at.problems(key, problems);
  else if (!key.includes("/")) at.invalid(key, 'must be a domain-prefixed key (such as "acme.io/foo")');
}
