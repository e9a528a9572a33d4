/** A subresource that a version introduced. */
interface NewSubresource {
  readonly group: string;
  readonly plural: string;
  readonly name: string;
  /** Minor version of Kubernetes that serves it by default. */
  readonly since: number;
}

/** Subresources of older versions than those that can be emulated, which compare what they serve. */
export const NEW_SUBRESOURCES: readonly NewSubresource[] = [
  { group: "", plural: "serviceaccounts", name: "token", since: 20 },
  { group: "", plural: "pods", name: "ephemeralcontainers", since: 23 },
  { group: "", plural: "pods", name: "resize", since: 33 },
];
