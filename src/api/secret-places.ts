/** Where values stand that nobody is to see: of an object of this kind, and of what requests about this resource hold. */
export interface SecretPlace {
  readonly kind: string;
  /** `secrets`, `serviceaccounts/token`, `tokenreviews.authentication.k8s.io`. */
  readonly resource: string;
  /** A member, or all that is in it. */
  readonly path: readonly string[];
  /** What is there are values by name. */
  readonly values: boolean;
  /** They are base64. */
  readonly base64: boolean;
}

const place = (
  kind: string,
  resource: string,
  path: string,
  more: Partial<SecretPlace> = {},
): SecretPlace => ({
  kind,
  resource,
  path: path.split("."),
  values: false,
  base64: false,
  ...more,
});

export const SECRET_PLACES: readonly SecretPlace[] = [
  place("Secret", "secrets", "data", { values: true, base64: true }),
  place("Secret", "secrets", "stringData", { values: true }),
  place("TokenRequest", "serviceaccounts/token", "status.token"),
  place("TokenReview", "tokenreviews.authentication.k8s.io", "spec.token"),
];

/** The annotation in which kubectl keeps the whole object once more, as a text. */
export const LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";
