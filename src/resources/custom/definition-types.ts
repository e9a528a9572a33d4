import type { KubeObject } from "../../api/meta.ts";
import type {
  CustomResourceColumnDefinition,
  CustomResourceConversion,
  CustomResourceDefinitionCondition,
  CustomResourceDefinitionNames,
  CustomResourceDefinitionSpec,
  CustomResourceDefinitionStatus,
  CustomResourceDefinitionVersion,
  CustomResourceSubresourceScale,
  CustomResourceSubresources,
  SelectableField as GivenSelectableField,
  WebhookConversion,
} from "../../types/tables/apiextensions/v1-types.ts";

/** An object of the table of fields; the decoder always fills in these members. */
type Filled<T, K extends keyof T> = Omit<T, K> & { [key in K]-?: Exclude<T[key], undefined> };

/** A decoded CustomResourceDefinition (apiextensions/v1). */
export interface Definition extends KubeObject {
  spec: DefinitionSpec;
  status?: DefinitionStatus;
}

/** `spec.names` and `status.acceptedNames`. */
export type DefinitionNames = Filled<CustomResourceDefinitionNames, "plural" | "kind">;
/** `subresources.scale`: JSON paths of the replicas and the selector. */
export type ScalePaths = Filled<CustomResourceSubresourceScale, "specReplicasPath" | "statusReplicasPath">;
/** `additionalPrinterColumns[]`. */
export type PrinterColumn = Filled<CustomResourceColumnDefinition, "name" | "type" | "jsonPath">;
/** `selectableFields[]`. */
export type SelectableField = Filled<GivenSelectableField, "jsonPath">;
/** `status.conditions[]`. */
export type Condition = Filled<CustomResourceDefinitionCondition, "type" | "status">;
/** `spec.conversion`. */
export type Conversion = Filled<CustomResourceConversion, "strategy">;

/** `subresources` of a version. */
export type Subresources = Omit<CustomResourceSubresources, "scale"> & { scale?: ScalePaths | undefined };

/** `spec.versions[]`. */
export type DefinitionVersion = Omit<
  Filled<CustomResourceDefinitionVersion, "name" | "served" | "storage">,
  "subresources" | "additionalPrinterColumns" | "selectableFields"
> & {
  subresources?: Subresources | undefined;
  additionalPrinterColumns?: PrinterColumn[] | undefined;
  selectableFields?: SelectableField[] | undefined;
};

/** `spec`. */
export type DefinitionSpec = Omit<
  Filled<CustomResourceDefinitionSpec, "group" | "scope">,
  "names" | "versions" | "conversion"
> & {
  names: DefinitionNames;
  versions: DefinitionVersion[] | null;
  conversion?: Conversion | undefined;
};

/** `status`. */
export type DefinitionStatus = Omit<
  Filled<CustomResourceDefinitionStatus, "storedVersions">,
  "conditions" | "acceptedNames"
> & { conditions: Condition[] | null; acceptedNames: DefinitionNames };

export type { WebhookConversion };

/** Casts an object without a check, because the decoder of the kind has already checked the types. */
export const asDefinition = (object: KubeObject): Definition => object as Definition;
