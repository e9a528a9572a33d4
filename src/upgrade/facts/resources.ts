/** A resource without versions. */
interface Named {
  readonly group: string;
  readonly plural: string;
}

const named = (group: string, plurals: string): Named[] =>
  plurals.split(" ").map((plural) => ({ group, plural }));

/**
 * Resources whose objects are not stored, and whose requests policies never see, and webhooks only before 1.37
 * (kubernetes/pkg/kubeapiserver/admission/exclusion/resources.go).
 */
export const VIRTUAL_RESOURCES: readonly Named[] = [
  ...named("authentication.k8s.io", "selfsubjectreviews tokenreviews"),
  ...named(
    "authorization.k8s.io",
    "localsubjectaccessreviews selfsubjectaccessreviews selfsubjectrulesreviews subjectaccessreviews",
  ),
];

/** A subresource that a version introduced. */
interface NewSubresource extends Named {
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
