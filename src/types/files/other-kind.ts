import { decodeFile, type FileKinds, UnknownKindError } from "./decode-file.ts";

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
  if (!(error instanceof UnknownKindError) || !Object.hasOwn(KINDS, error.apiVersion)) return undefined;
  return KINDS[error.apiVersion]?.includes(error.kind) === true ? error : undefined;
}

/**
 * Decodes a file of `apiserver.config.k8s.io`, in all its versions. `say`: the error for a file for another flag, by
 * its Go type.
 */
export function decodeOwnKind<T>(text: string, kinds: FileKinds, say: (goType: string) => string): T {
  try {
    return decodeFile<T>(text, kinds).value;
  } catch (error) {
    const other = otherKind(error);
    if (other === undefined) throw error;
    throw new Error(say(`*apiserver.${other.kind}`), { cause: error });
  }
}
