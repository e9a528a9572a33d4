// Made of the tables of fields by `npm run update -- object-types`; not to be changed by hand.
import type { Json } from "../../../json/value.ts";
import type { Optional } from "../../optional.ts";

export type CustomResourceColumnDefinition = Optional<{
  name: string;
  type: string;
  format: string;
  description: string;
  priority: number;
  jsonPath: string;
}>;

export type CustomResourceConversion = Optional<{ strategy: string; webhook: WebhookConversion }>;

export type CustomResourceDefinitionCondition = Optional<{
  type: string;
  status: string;
  lastTransitionTime: string | null;
  reason: string;
  message: string;
  observedGeneration: number;
}>;

export type CustomResourceDefinitionNames = Optional<{
  plural: string;
  singular: string;
  shortNames: string[];
  kind: string;
  listKind: string;
  categories: string[];
}>;

export type CustomResourceDefinitionSpec = Optional<{
  group: string;
  names: CustomResourceDefinitionNames;
  scope: string;
  versions: CustomResourceDefinitionVersion[] | null;
  conversion: CustomResourceConversion;
  preserveUnknownFields: boolean;
}>;

export type CustomResourceDefinitionStatus = Optional<{
  conditions: CustomResourceDefinitionCondition[] | null;
  acceptedNames: CustomResourceDefinitionNames;
  storedVersions: string[] | null;
  observedGeneration: number;
}>;

export type CustomResourceDefinitionVersion = Optional<{
  name: string;
  served: boolean;
  storage: boolean;
  deprecated: boolean;
  deprecationWarning: string;
  schema: CustomResourceValidation;
  subresources: CustomResourceSubresources;
  additionalPrinterColumns: CustomResourceColumnDefinition[];
  selectableFields: SelectableField[];
}>;

export type CustomResourceSubresourceScale = Optional<{
  specReplicasPath: string;
  statusReplicasPath: string;
  labelSelectorPath: string;
}>;

export type CustomResourceSubresourceStatus = Record<string, never>;

export type CustomResourceSubresources = Optional<{
  status: CustomResourceSubresourceStatus;
  scale: CustomResourceSubresourceScale;
}>;

export type CustomResourceValidation = Optional<{ openAPIV3Schema: JSONSchemaProps }>;
export type ExternalDocumentation = Optional<{ description: string; url: string }>;

export type JSONSchemaProps = Optional<{
  id: string;
  $schema: string;
  $ref: string;
  description: string;
  type: string;
  format: string;
  title: string;
  default: Json;
  maximum: number;
  exclusiveMaximum: boolean;
  minimum: number;
  exclusiveMinimum: boolean;
  maxLength: number;
  minLength: number;
  pattern: string;
  maxItems: number;
  minItems: number;
  uniqueItems: boolean;
  multipleOf: number;
  enum: Json[];
  maxProperties: number;
  minProperties: number;
  required: string[];
  items: Json;
  allOf: JSONSchemaProps[];
  oneOf: JSONSchemaProps[];
  anyOf: JSONSchemaProps[];
  not: JSONSchemaProps;
  properties: { [key: string]: JSONSchemaProps };
  additionalProperties: Json;
  patternProperties: { [key: string]: JSONSchemaProps };
  dependencies: { [key: string]: Json };
  additionalItems: Json;
  definitions: { [key: string]: JSONSchemaProps };
  externalDocs: ExternalDocumentation;
  example: Json;
  nullable: boolean;
  "x-kubernetes-preserve-unknown-fields": boolean;
  "x-kubernetes-embedded-resource": boolean;
  "x-kubernetes-int-or-string": boolean;
  "x-kubernetes-list-map-keys": string[];
  "x-kubernetes-list-type": string;
  "x-kubernetes-map-type": string;
  "x-kubernetes-validations": ValidationRule[];
}>;

export type SelectableField = Optional<{ jsonPath: string }>;
export type ServiceReference = Optional<{ namespace: string; name: string; path: string; port: number }>;

export type ValidationRule = Optional<{
  rule: string;
  message: string;
  messageExpression: string;
  reason: string;
  fieldPath: string;
  optionalOldSelf: boolean;
}>;

export type WebhookClientConfig = Optional<{ url: string; service: ServiceReference; caBundle: string }>;

export type WebhookConversion = Optional<{
  clientConfig: WebhookClientConfig;
  conversionReviewVersions: string[] | null;
}>;
