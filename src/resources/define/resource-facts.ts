import type { KubeObject } from "../../api/meta.ts";
import type { KindDefinition } from "../kind.ts";
import type { SubresourceDefinition, Verb } from "../resource-definition.ts";
import type { Strategy } from "../strategy.ts";
import type { ShownColumn } from "./column.ts";
import type { Converter } from "./converter.ts";
import type { ApplyDefaults } from "./fill.ts";
import type { SelectableFields } from "./selectable-fields.ts";

/** One version of a built-in resource. */
export interface VersionFacts {
  readonly version: string;
  /** Its fields: a type of the tables of fields, `apps/v1.Deployment`. */
  readonly type: string;
  readonly defaults?: ApplyDefaults;
  /** See `KindDefinition.roundTrip`. */
  readonly roundTrip?: (object: KubeObject) => void;
  /** To the hub and back; absent where the fields are the same. */
  readonly converter?: Converter;
  /** Text of the Warning header. */
  readonly deprecated?: string;
  /** The Kubernetes version that has it first: 36 for 1.36. Absent: all that can be emulated. */
  readonly since?: number;
}

/** What there is to say of a built-in resource; what is absent is the usual. */
export interface ResourceFacts
  extends Partial<Pick<KindDefinition, "rowConditions" | "rowOrder" | "innerForm">> {
  /** "" for the core group. */
  readonly group: string;
  readonly kind: string;
  readonly plural: string;
  readonly scope: "Cluster" | "Namespaced";
  /** Why what a client sent fits its type, but cannot be converted to the reference's own form. */
  readonly conversionProblem?: (object: KubeObject) => string | undefined;
  /** Served versions in order of preference. The first one is the hub. */
  readonly versions: readonly [VersionFacts, ...VersionFacts[]];
  /** That of another resource which keeps the same objects. */
  readonly hub?: KindDefinition;
  /** Absent: all eight. */
  readonly verbs?: readonly Verb[];
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  /** Below `/registry/`; absent: the plural. */
  readonly storagePrefix?: string;
  /** What it is called where one is not found; absent: the plural. */
  readonly missingAs?: string;
  /** In which version the reference still stores, where it is not the hub's. */
  readonly storedVersion?: string;
  /** What a Table shows; empty for what is never listed. */
  readonly columns: readonly ShownColumn[];
  /** What it can be selected by besides name and namespace. */
  readonly selectableFields?: SelectableFields;
  /** Those of them, all one field, by which the reference has an index in memory. */
  readonly indexedFields?: readonly string[];
  /** How another label is refused. */
  readonly unknownFieldSelector?: (label: string, version: string) => string;
  /** False: `metadata.namespace` is refused as well. */
  readonly namespaceSelectable?: boolean;
  readonly subresources?: readonly SubresourceDefinition[];
  /** What is not as `strategy()` has it for most kinds. `kubeFinalizers` is true unless it is said here. */
  readonly strategy: Partial<Strategy>;
}
