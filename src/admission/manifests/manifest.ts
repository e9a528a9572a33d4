import type { KubeObject } from "../../api/meta.ts";

/** A configuration, policy or binding that came from a file: in v1, defaults applied, validated. */
export interface Manifest {
  readonly object: KubeObject;
  /** Absolute. */
  readonly file: string;
  /** The document of the file in which it stands. */
  readonly text: string;
  /** Of the file, before the document. */
  readonly linesBefore: number;
  /** Where in the document it stands: `["items", 2]` of a list; empty: it is the document. */
  readonly base: readonly (string | number)[];
}

/** Policies of one kind from files, and their bindings. */
export interface PolicyManifests {
  readonly policies: readonly Manifest[];
  readonly bindings: readonly Manifest[];
}

/** What admission has from files, each list by name. */
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

/** The manifests of this moment; they change when files do. */
export interface ManifestsView {
  current(): Manifests;
  onChange(listener: () => void): void;
}

/** Everything that came from files. */
export const allManifests = (manifests: Manifests): readonly Manifest[] => [
  ...manifests.mutatingWebhooks,
  ...manifests.validatingWebhooks,
  ...manifests.mutatingPolicies.policies,
  ...manifests.mutatingPolicies.bindings,
  ...manifests.validatingPolicies.policies,
  ...manifests.validatingPolicies.bindings,
];
