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
  readonly defaults?: ApplyDefaults;
  /** See `KindDefinition.roundTrip`. */
  readonly roundTrip?: (object: KubeObject) => void;
  /** Conversion to the hub and back; absent if the fields are the same. */
  readonly converter?: Converter;
  /** Minor version of Kubernetes that deprecated it: 36 for 1.36. Or the text of another Warning header. */
  readonly deprecated?: number | string;
  /** The warning of the reference recommends v1 instead. */
  readonly namesReplacement?: true;
  /**
   * Minor version of Kubernetes that introduced it: 36 for 1.36. Absent if all versions that can be emulated
   * have it.
   */
  readonly since?: number;
  /** First minor version of Kubernetes that no longer has it. */
  readonly removed?: number;
}

/** Description of a built-in resource. Absent members have the usual values. */
export interface ResourceFacts
  extends Partial<Pick<KindDefinition, "rowConditions" | "rowOrder" | "innerForm">> {
  /** Name of the group; "" for the core group. */
  readonly group: string;
  readonly kind: string;
  /** Name of the resource in URLs; if absent, the regular plural of the kind (`pluralOf`). */
  readonly plural?: string;
  readonly scope: "Cluster" | "Namespaced";
  /**
   * Returns the reason why a body that fits its type cannot be converted to the reference's internal form;
   * undefined if it can.
   */
  readonly conversionProblem?: (object: KubeObject) => string | undefined;
  /** Served versions, in order of preference. The first is the hub. */
  readonly versions: readonly [VersionFacts, ...VersionFacts[]];
  /** Hub of another resource that has the same stored objects. */
  readonly hub?: KindDefinition;
  /** Absent: all eight verbs. */
  readonly verbs?: readonly Verb[];
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  /** Part of the storage path after `/registry/`; if absent, the plural. */
  readonly storagePrefix?: string;
  /** Name of the resource in NotFound errors; if absent, the plural. */
  readonly missingAs?: string;
  /**
   * Version in which the reference still stores objects, if it is not the hub's: for a hub with `since`, only in its first
   * release.
   */
  readonly storedVersion?: string;
  /** Columns of its tables; empty for resources that are never listed. */
  readonly columns: readonly ShownColumn[];
  /** Fields for field selectors besides name and namespace. */
  readonly selectableFields?: SelectableFields;
  /**
   * Labels of `selectableFields` for which the reference has an index in memory; all of them select the same
   * field.
   */
  readonly indexedFields?: readonly string[];
  /** Returns the error for an unknown field label. */
  readonly unknownFieldSelector?: (label: string, version: string) => string;
  /** False: a selector on `metadata.namespace` is refused, too. */
  readonly namespaceSelectable?: boolean;
  readonly subresources?: readonly SubresourceDefinition[];
  /** Returns the facts that differ on a server with these changed gates; undefined if none differs. */
  readonly whenChanged?: (changed: ReadonlySet<string>) => Partial<ResourceFacts> | undefined;
  /** Parts of the strategy that differ from `strategy()`. `kubeFinalizers` is true if it is absent here. */
  readonly strategy: Partial<Strategy>;
}
