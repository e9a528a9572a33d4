/** The types of meta/v1; the notation is explained in `notation.ts`. */
export const metaV1 = `
APIGroup ^TypeMeta=0:TypeMeta name=1:s! versions=2:*GroupVersionForDiscovery!
  preferredVersion=3:GroupVersionForDiscovery! serverAddressByClientCIDRs=4:*ServerAddressByClientCIDR
APIGroupList ^TypeMeta=0:TypeMeta groups=1:*APIGroup!
APIResource name=1:s! singularName=6:s! namespaced=2:b! group=8:s version=9:s kind=3:s! verbs=4:(*s@Verbs)!
  shortNames=5:*s categories=7:*s storageVersionHash=10:s
APIResourceList ^TypeMeta=0:TypeMeta groupVersion=1:s! resources=2:*APIResource!
APIVersions ^TypeMeta=0:TypeMeta versions=1:*s! serverAddressByClientCIDRs=2:*ServerAddressByClientCIDR!
Condition type=1:s! status=2:s:ConditionStatus! observedGeneration=3:l lastTransitionTime=4:T! reason=5:s!
  message=6:s!
CreateOptions ^TypeMeta=0:TypeMeta dryRun=1:*s fieldManager=3:s fieldValidation=4:s
DeleteOptions ^TypeMeta=0:TypeMeta gracePeriodSeconds=1:l? preconditions=2:Preconditions?
  orphanDependents=3:b? propagationPolicy=4:s:DeletionPropagation? dryRun=5:*s
  ignoreStoreReadErrorWithClusterBreakingPotential=6:b?
FieldSelectorRequirement key=1:s! operator=2:s:FieldSelectorOperator! values=3:*s
GetOptions ^TypeMeta=0:TypeMeta resourceVersion=1:s
GroupVersionKind group=1:s! version=2:s! kind=3:s!
GroupVersionForDiscovery groupVersion=1:s! version=2:s!
GroupVersionResource group=1:s! version=2:s! resource=3:s!
GroupResource group=1:s! resource=2:s!
LabelSelector ~atomic matchLabels=1:%s matchExpressions=2:*LabelSelectorRequirement
LabelSelectorRequirement key=1:s! operator=2:s:LabelSelectorOperator! values=3:*s
ListMeta selfLink=1:s resourceVersion=2:s continue=3:s remainingItemCount=4:l? shardInfo=5:ShardInfo?
ListOptions ^TypeMeta=0:TypeMeta labelSelector=1:s fieldSelector=2:s watch=3:b allowWatchBookmarks=9:b
  resourceVersion=4:s resourceVersionMatch=10:s:ResourceVersionMatch timeoutSeconds=5:l? limit=7:l
  continue=8:s sendInitialEvents=11:b? shardSelector=15:s
ManagedFieldsEntry manager=1:s operation=2:s:ManagedFieldsOperationType apiVersion=3:s time=4:T?
  fieldsType=6:s fieldsV1=7:F? subresource=8:s
ObjectMeta name=1:s generateName=2:s namespace=3:s selfLink=4:s uid=5:s:types.UID resourceVersion=6:s
  generation=7:l creationTimestamp=8:T deletionTimestamp=9:T? deletionGracePeriodSeconds=10:l? labels=11:%s
  annotations=12:%s ownerReferences=13:*OwnerReference~map=uid:""~merge=uid finalizers=14:*s~set~merge=
  managedFields=17:*ManagedFieldsEntry
OwnerReference ~atomic apiVersion=5:s! kind=1:s! name=3:s! uid=4:s:types.UID! controller=6:b?
  blockOwnerDeletion=7:b?
PartialObjectMetadata ^TypeMeta=0:TypeMeta metadata=1:ObjectMeta!
PartialObjectMetadataList ^TypeMeta=0:TypeMeta metadata=1:ListMeta! items=2:*PartialObjectMetadata!
PatchOptions ^TypeMeta=0:TypeMeta dryRun=1:*s force=2:b? fieldManager=3:s fieldValidation=4:s
Preconditions uid=1:s:types.UID? resourceVersion=2:s?
ServerAddressByClientCIDR clientCIDR=1:s! serverAddress=2:s!
ShardInfo selector=1:s!
Status ^TypeMeta=0:TypeMeta metadata=1:ListMeta! status=2:s message=3:s reason=4:s:StatusReason
  details=5:StatusDetails? code=6:i
StatusCause reason=1:s:CauseType message=2:s field=3:s
StatusDetails name=1:s group=2:s kind=3:s uid=6:s:types.UID causes=4:*StatusCause retryAfterSeconds=5:i
TypeMeta kind=1:s apiVersion=2:s
UpdateOptions ^TypeMeta=0:TypeMeta dryRun=1:*s fieldManager=2:s fieldValidation=3:s
WatchEvent type=1:s! object=2:R!
`;
