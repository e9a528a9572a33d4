/** The types of apiextensions/v1; the notation is explained in `notation.ts`. */
export const apiextensionsV1 = `
ConversionRequest uid=1:s:types.UID! desiredAPIVersion=2:s! objects=3:*R!
ConversionResponse uid=1:s:types.UID! convertedObjects=2:*R! result=3:meta/v1.Status!
ConversionReview ^TypeMeta=0:meta/v1.TypeMeta request=1:ConversionRequest? response=2:ConversionResponse?
CustomResourceColumnDefinition name=1:s! type=2:s! format=3:s description=4:s priority=5:i jsonPath=6:s!
CustomResourceConversion strategy=1:s:ConversionStrategyType! webhook=2:WebhookConversion?
CustomResourceDefinition ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ObjectMeta!
  spec=2:CustomResourceDefinitionSpec! status=3:CustomResourceDefinitionStatus!
CustomResourceDefinitionCondition type=1:s:CustomResourceDefinitionConditionType!
  status=2:s:ConditionStatus! lastTransitionTime=3:T! reason=4:s message=5:s observedGeneration=6:l
CustomResourceDefinitionList ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ListMeta!
  items=2:*CustomResourceDefinition!
CustomResourceDefinitionNames plural=1:s! singular=2:s shortNames=3:*s kind=4:s! listKind=5:s
  categories=6:*s
CustomResourceDefinitionSpec group=1:s! names=3:CustomResourceDefinitionNames! scope=4:s:ResourceScope!
  versions=7:*CustomResourceDefinitionVersion! conversion=9:CustomResourceConversion?
  preserveUnknownFields=10:b
CustomResourceDefinitionStatus conditions=1:*CustomResourceDefinitionCondition!~map=type:""
  acceptedNames=2:CustomResourceDefinitionNames! storedVersions=3:*s! observedGeneration=4:l
CustomResourceDefinitionVersion name=1:s! served=2:b! storage=3:b! deprecated=7:b deprecationWarning=8:s?
  schema=4:CustomResourceValidation? subresources=5:CustomResourceSubresources?
  additionalPrinterColumns=6:*CustomResourceColumnDefinition selectableFields=9:*SelectableField
CustomResourceSubresourceScale specReplicasPath=1:s! statusReplicasPath=2:s! labelSelectorPath=3:s?
CustomResourceSubresourceStatus
CustomResourceSubresources status=1:CustomResourceSubresourceStatus? scale=2:CustomResourceSubresourceScale?
CustomResourceValidation openAPIV3Schema=1:JSONSchemaProps?
ExternalDocumentation description=1:s url=2:s
JSONSchemaProps id=1:s $schema=2:s:JSONSchemaURL $ref=3:s? description=4:s type=5:s format=6:s title=7:s
  default=8:J? maximum=9:d? exclusiveMaximum=10:b minimum=11:d? exclusiveMinimum=12:b maxLength=13:l?
  minLength=14:l? pattern=15:s maxItems=16:l? minItems=17:l? uniqueItems=18:b multipleOf=19:d? enum=20:*J
  maxProperties=21:l? minProperties=22:l? required=23:*s items=24:A? allOf=25:*JSONSchemaProps
  oneOf=26:*JSONSchemaProps anyOf=27:*JSONSchemaProps not=28:JSONSchemaProps? properties=29:%JSONSchemaProps
  additionalProperties=30:B? patternProperties=31:%JSONSchemaProps dependencies=32:%S@JSONSchemaDependencies
  additionalItems=33:B? definitions=34:%JSONSchemaProps@JSONSchemaDefinitions
  externalDocs=35:ExternalDocumentation? example=36:J? nullable=37:b
  x-kubernetes-preserve-unknown-fields=38:b? x-kubernetes-embedded-resource=39:b
  x-kubernetes-int-or-string=40:b x-kubernetes-list-map-keys=41:*s x-kubernetes-list-type=42:s?
  x-kubernetes-map-type=43:s?
  x-kubernetes-validations=44:*ValidationRule@ValidationRules~map=rule:""~merge=rule
SelectableField jsonPath=1:s!
ServiceReference namespace=1:s! name=2:s! path=3:s? port=4:i?
ValidationRule rule=1:s! message=2:s messageExpression=3:s reason=4:s:FieldValueErrorReason? fieldPath=5:s
  optionalOldSelf=6:b?
WebhookClientConfig url=3:s? service=1:ServiceReference? caBundle=2:y
WebhookConversion clientConfig=2:WebhookClientConfig? conversionReviewVersions=3:*s!
`;
