import type { Json, JsonObject } from "../../api/json.ts";
import type { KubeObject } from "../../api/meta.ts";

/** A CustomResourceDefinition (apiextensions/v1) as decoding leaves it. */
export interface Definition extends KubeObject {
  spec: DefinitionSpec;
  status?: DefinitionStatus;
}

export interface DefinitionSpec extends JsonObject {
  group: string;
  names: DefinitionNames;
  scope: string;
  versions: DefinitionVersion[] | null;
  conversion?: Conversion;
  preserveUnknownFields?: boolean;
}

export interface DefinitionNames extends JsonObject {
  plural: string;
  singular?: string;
  shortNames?: string[];
  kind: string;
  listKind?: string;
  categories?: string[];
}

export interface DefinitionVersion extends JsonObject {
  name: string;
  served: boolean;
  storage: boolean;
  deprecated?: boolean;
  deprecationWarning?: string;
  schema?: { openAPIV3Schema?: Json };
  subresources?: Subresources;
  additionalPrinterColumns?: PrinterColumn[];
  selectableFields?: SelectableField[];
}

export interface Subresources extends JsonObject {
  status?: JsonObject;
  scale?: ScalePaths;
}

export interface ScalePaths extends JsonObject {
  specReplicasPath: string;
  statusReplicasPath: string;
  labelSelectorPath?: string;
}

export interface PrinterColumn extends JsonObject {
  name: string;
  type: string;
  format?: string;
  description?: string;
  priority?: number;
  jsonPath: string;
}

export interface SelectableField extends JsonObject {
  jsonPath: string;
}

export interface Conversion extends JsonObject {
  strategy: string;
  webhook?: WebhookConversion;
}

export interface WebhookConversion extends JsonObject {
  clientConfig?: { url?: string; service?: ConversionService; caBundle?: string };
  conversionReviewVersions?: string[] | null;
}

export interface ConversionService extends JsonObject {
  name: string;
  namespace: string;
  path?: string;
  port?: number;
}

export interface DefinitionStatus extends JsonObject {
  conditions: Condition[] | null;
  acceptedNames: DefinitionNames;
  storedVersions: string[] | null;
  observedGeneration?: number;
}

export interface Condition extends JsonObject {
  type: string;
  status: string;
  lastTransitionTime?: string | null;
  reason?: string;
  message?: string;
}

/** Takes a definition at its word: the decoder of the kind has made sure of its types. */
export function asDefinition(object: KubeObject): Definition {
  return object as Definition;
}
