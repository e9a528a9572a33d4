/** A place of confidential values, in objects of a kind and in requests for a resource. */
export interface SecretPlace {
  readonly kind: string;
  /** Resource of the requests: `secrets`, `serviceaccounts/token`, `tokenreviews.authentication.k8s.io`. */
  readonly resource: string;
  /** Path of a member; all values inside of it are confidential. */
  readonly path: readonly string[];
  /** True if the member contains values by name. */
  readonly values: boolean;
  /** True if the values are base64. */
  readonly base64: boolean;
}

const place = (
  kind: string,
  resource: string,
  path: string,
  more: Partial<SecretPlace> = {},
): SecretPlace => ({ kind, resource, path: path.split("."), values: false, base64: false, ...more });

export const SECRET_PLACES: readonly SecretPlace[] = [
  place("Secret", "secrets", "data", { values: true, base64: true }),
  place("Secret", "secrets", "stringData", { values: true }),
  place("TokenRequest", "serviceaccounts/token", "status.token"),
  place("TokenReview", "tokenreviews.authentication.k8s.io", "spec.token"),
];

/** Annotation in which kubectl stores the whole object as text. */
export const LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";
