// Made of the tables of fields by `npm run update -- object-types`; not to be changed by hand.
import type { Json } from "../../../json/value.ts";

export type CustomResourceColumnDefinition = {
  name?: string | undefined;
  type?: string | undefined;
  format?: string | undefined;
  description?: string | undefined;
  priority?: number | undefined;
  jsonPath?: string | undefined;
};

export type CustomResourceConversion = {
  strategy?: string | undefined;
  webhook?: WebhookConversion | undefined;
};

export type CustomResourceDefinitionCondition = {
  type?: string | undefined;
  status?: string | undefined;
  lastTransitionTime?: string | null | undefined;
  reason?: string | undefined;
  message?: string | undefined;
  observedGeneration?: number | undefined;
};

export type CustomResourceDefinitionNames = {
  plural?: string | undefined;
  singular?: string | undefined;
  shortNames?: string[] | undefined;
  kind?: string | undefined;
  listKind?: string | undefined;
  categories?: string[] | undefined;
};

export type CustomResourceDefinitionSpec = {
  group?: string | undefined;
  names?: CustomResourceDefinitionNames | undefined;
  scope?: string | undefined;
  versions?: CustomResourceDefinitionVersion[] | null | undefined;
  conversion?: CustomResourceConversion | undefined;
  preserveUnknownFields?: boolean | undefined;
};

export type CustomResourceDefinitionStatus = {
  conditions?: CustomResourceDefinitionCondition[] | null | undefined;
  acceptedNames?: CustomResourceDefinitionNames | undefined;
  storedVersions?: string[] | null | undefined;
  observedGeneration?: number | undefined;
};

export type CustomResourceDefinitionVersion = {
  name?: string | undefined;
  served?: boolean | undefined;
  storage?: boolean | undefined;
  deprecated?: boolean | undefined;
  deprecationWarning?: string | undefined;
  schema?: CustomResourceValidation | undefined;
  subresources?: CustomResourceSubresources | undefined;
  additionalPrinterColumns?: CustomResourceColumnDefinition[] | undefined;
  selectableFields?: SelectableField[] | undefined;
};

export type CustomResourceSubresourceScale = {
  specReplicasPath?: string | undefined;
  statusReplicasPath?: string | undefined;
  labelSelectorPath?: string | undefined;
};

export type CustomResourceSubresourceStatus = Record<string, never>;

export type CustomResourceSubresources = {
  status?: CustomResourceSubresourceStatus | undefined;
  scale?: CustomResourceSubresourceScale | undefined;
};

export type CustomResourceValidation = {
  openAPIV3Schema?: JSONSchemaProps | undefined;
};

export type ExternalDocumentation = {
  description?: string | undefined;
  url?: string | undefined;
};

export type JSONSchemaProps = {
  id?: string | undefined;
  $schema?: string | undefined;
  $ref?: string | undefined;
  description?: string | undefined;
  type?: string | undefined;
  format?: string | undefined;
  title?: string | undefined;
  default?: Json | undefined;
  maximum?: number | undefined;
  exclusiveMaximum?: boolean | undefined;
  minimum?: number | undefined;
  exclusiveMinimum?: boolean | undefined;
  maxLength?: number | undefined;
  minLength?: number | undefined;
  pattern?: string | undefined;
  maxItems?: number | undefined;
  minItems?: number | undefined;
  uniqueItems?: boolean | undefined;
  multipleOf?: number | undefined;
  enum?: Json[] | undefined;
  maxProperties?: number | undefined;
  minProperties?: number | undefined;
  required?: string[] | undefined;
  items?: Json | undefined;
  allOf?: JSONSchemaProps[] | undefined;
  oneOf?: JSONSchemaProps[] | undefined;
  anyOf?: JSONSchemaProps[] | undefined;
  not?: JSONSchemaProps | undefined;
  properties?: { [key: string]: JSONSchemaProps } | undefined;
  additionalProperties?: Json | undefined;
  patternProperties?: { [key: string]: JSONSchemaProps } | undefined;
  dependencies?: { [key: string]: Json } | undefined;
  additionalItems?: Json | undefined;
  definitions?: { [key: string]: JSONSchemaProps } | undefined;
  externalDocs?: ExternalDocumentation | undefined;
  example?: Json | undefined;
  nullable?: boolean | undefined;
  "x-kubernetes-preserve-unknown-fields"?: boolean | undefined;
  "x-kubernetes-embedded-resource"?: boolean | undefined;
  "x-kubernetes-int-or-string"?: boolean | undefined;
  "x-kubernetes-list-map-keys"?: string[] | undefined;
  "x-kubernetes-list-type"?: string | undefined;
  "x-kubernetes-map-type"?: string | undefined;
  "x-kubernetes-validations"?: ValidationRule[] | undefined;
};

export type SelectableField = {
  jsonPath?: string | undefined;
};

export type ServiceReference = {
  namespace?: string | undefined;
  name?: string | undefined;
  path?: string | undefined;
  port?: number | undefined;
};

export type ValidationRule = {
  rule?: string | undefined;
  message?: string | undefined;
  messageExpression?: string | undefined;
  reason?: string | undefined;
  fieldPath?: string | undefined;
  optionalOldSelf?: boolean | undefined;
};

export type WebhookClientConfig = {
  url?: string | undefined;
  service?: ServiceReference | undefined;
  caBundle?: string | undefined;
};

export type WebhookConversion = {
  clientConfig?: WebhookClientConfig | undefined;
  conversionReviewVersions?: string[] | null | undefined;
};
