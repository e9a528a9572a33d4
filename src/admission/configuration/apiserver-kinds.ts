import { isUnknownKind, type UnknownKindError } from "./strict-decode.ts";

/**
 * Kinds of configuration files by version; all are in one scheme
 * (apiserver/pkg/apis/apiserver/install/install.go).
 */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  "apiserver.config.k8s.io/v1": [
    "AdmissionConfiguration",
    "AuthenticationConfiguration",
    "AuthorizationConfiguration",
    "EncryptionConfiguration",
    "TracingConfiguration",
  ],
  "apiserver.config.k8s.io/v1beta1": [
    "AuthenticationConfiguration",
    "AuthorizationConfiguration",
    "TracingConfiguration",
  ],
  "apiserver.config.k8s.io/v1alpha1": [
    "AuthenticationConfiguration",
    "AuthorizationConfiguration",
    "TracingConfiguration",
  ],
  "apiserver.k8s.io/v1beta1": ["EgressSelectorConfiguration"],
  "apiserver.k8s.io/v1alpha1": ["AdmissionConfiguration", "EgressSelectorConfiguration"],
};

/** Returns the error if decoding failed because the file is for another flag. */
export function otherKind(error: unknown): UnknownKindError | undefined {
  if (!isUnknownKind(error) || !Object.hasOwn(KINDS, error.apiVersion)) return undefined;
  return KINDS[error.apiVersion]?.includes(error.kind) === true ? error : undefined;
}

/**
 * Throws the error of decoding again. If the file is for another flag, the text is the result of `say` for
 * its Go type.
 */
export function refuseOtherKind(error: unknown, say: (goType: string) => string): never {
  const other = otherKind(error);
  if (other === undefined) throw error;
  throw new Error(say(`*apiserver.${other.kind}`), { cause: error });
}
