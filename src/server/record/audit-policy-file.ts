import { messageOf } from "../../report/describe-error.ts";
import { type DecodedFile, decodeFile, type FileKinds } from "../../types/files/decode-file.ts";
import type { Policy } from "../../types/tables/audit/v1-types.ts";

const INTERNAL_POLICY = { apiVersion: "audit.k8s.io/__internal", kind: "Policy" };

const KINDS: FileKinds = {
  "audit.k8s.io/v1 Policy": "audit/v1.Policy",
  "audit.k8s.io/__internal Policy": "audit/v1.Policy",
};

/**
 * Reads the file. Without a kind it is read as a Policy (LoadPolicyFromBytes of apiserver/pkg/audit/policy). Unknown
 * fields are ignored and reported to `warn`. Throws an Error with the reference's text.
 */
export function readAuditPolicy(content: string, warn: (message: string) => void): Policy {
  const { apiVersion, value } = leniently(content, warn);
  if (apiVersion === INTERNAL_POLICY.apiVersion)
    throw new Error(`unknown group version field ${apiVersion}, Kind=Policy in policy`);
  return value;
}

function leniently(content: string, warn: (message: string) => void): DecodedFile<Policy> {
  try {
    return decodeFile(content, KINDS, { absent: INTERNAL_POLICY });
  } catch (error) {
    const message = messageOf(error);
    if (!message.startsWith("strict decoding error: ")) throw new Error(`failed decoding: ${message}`);
    warn(`Audit policy contains errors, falling back to lenient decoding: ${message}`);
    return decodeFile(content, KINDS, { absent: INTERNAL_POLICY, isStrict: false });
  }
}
