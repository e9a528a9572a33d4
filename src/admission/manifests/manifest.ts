import type { KubeObject } from "../../api/meta.ts";

/** A configuration, policy or binding from a file: in v1, with defaults, and valid. */
export interface Manifest {
  readonly object: KubeObject;
  /** Absolute path. */
  readonly file: string;
  /** Text of the document that contains the object. */
  readonly text: string;
  /** Number of lines of the file before the document. */
  readonly linesBefore: number;
  /** Path of the object in the document: `["items", 2]` in a list; empty: the object is the document. */
  readonly base: readonly (string | number)[];
}

/** Policies of one kind from files, and their bindings. */
export interface PolicyManifests {
  readonly policies: readonly Manifest[];
  readonly bindings: readonly Manifest[];
}

/** All manifests of admission, each list sorted by name. */
export interface Manifests {
  readonly mutatingWebhooks: readonly Manifest[];
  readonly validatingWebhooks: readonly Manifest[];
  readonly mutatingPolicies: PolicyManifests;
  readonly validatingPolicies: PolicyManifests;
}

export const NO_MANIFESTS: Manifests = {
  mutatingWebhooks: [],
  validatingWebhooks: [],
  mutatingPolicies: { policies: [], bindings: [] },
  validatingPolicies: { policies: [], bindings: [] },
};

/** Current manifests, which change when their files change. */
export interface ManifestsView {
  current(): Manifests;
  onChange(listener: () => void): void;
}

/** Returns the manifests of all lists. */
export const allManifests = (manifests: Manifests): readonly Manifest[] => [
  ...manifests.mutatingWebhooks,
  ...manifests.validatingWebhooks,
  ...manifests.mutatingPolicies.policies,
  ...manifests.mutatingPolicies.bindings,
  ...manifests.validatingPolicies.policies,
  ...manifests.validatingPolicies.bindings,
];
