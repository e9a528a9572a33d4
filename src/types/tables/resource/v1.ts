/** The types of resource/v1; the notation is explained in `notation.ts`. */
export const resourceV1 = `
AllocatedDeviceStatus driver=1:s! pool=2:s! device=3:s! shareID=7:s?
  conditions=4:*meta/v1.Condition!~map=type:"" data=5:R? networkData=6:NetworkDeviceData?
AllocationResult devices=1:DeviceAllocationResult! nodeSelector=3:core/v1.NodeSelector?
  allocationTimestamp=5:T?
CELDeviceSelector expression=1:s!
CapacityRequestPolicy default=1:Q?! validValues=3:*Q validRange=4:CapacityRequestPolicyRange?
CapacityRequestPolicyRange min=1:Q? max=2:Q? step=3:Q?
CapacityRequirements requests=1:%(QualifiedName)Q
Counter value=1:Q!
CounterSet name=1:s! counters=2:%Counter
Device name=1:s! attributes=2:%(QualifiedName)DeviceAttribute capacity=3:%(QualifiedName)DeviceCapacity
  consumesCounters=4:*DeviceCounterConsumption nodeName=5:s? nodeSelector=6:core/v1.NodeSelector?
  allNodes=7:b? taints=8:*DeviceTaint bindsToNode=9:b? bindingConditions=10:*s
  bindingFailureConditions=11:*s allowMultipleAllocations=12:b?
  nodeAllocatableResources=14:%(ResourceName)NodeAllocatableResource
DeviceAllocationConfiguration source=1:s:AllocationConfigSource! requests=2:*s
  ^DeviceConfiguration=3:DeviceConfiguration
DeviceAllocationResult results=1:*DeviceRequestAllocationResult config=2:*DeviceAllocationConfiguration
DeviceAttribute int=2:l? bool=3:b? string=4:s? version=5:s? ints=6:*l bools=7:*b strings=8:*s versions=9:*s
DeviceCapacity value=1:Q! requestPolicy=2:CapacityRequestPolicy?
DeviceClaim requests=1:*DeviceRequest! constraints=2:*DeviceConstraint config=3:*DeviceClaimConfiguration
DeviceClaimConfiguration requests=1:*s ^DeviceConfiguration=2:DeviceConfiguration
DeviceClass ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ObjectMeta! spec=2:DeviceClassSpec!
DeviceClassConfiguration ^DeviceConfiguration=1:DeviceConfiguration
DeviceClassList ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ListMeta! items=2:*DeviceClass!
DeviceClassSpec selectors=1:*DeviceSelector config=2:*DeviceClassConfiguration extendedResourceName=4:s?
DeviceConfiguration opaque=1:OpaqueDeviceConfiguration?
DeviceConstraint requests=1:*s matchAttribute=2:s:FullyQualifiedName?
  distinctAttribute=3:s:FullyQualifiedName?
DeviceCounterConsumption counterSet=1:s! counters=2:%Counter compatibilityGroups=3:*s
DeviceDerivedAttribute name=1:s:FullyQualifiedName! expression=2:s!
DeviceRequest name=1:s! exactly=2:ExactDeviceRequest? firstAvailable=3:*DeviceSubRequest
DeviceRequestAllocationResult request=1:s! driver=2:s! pool=3:s! device=4:s! adminAccess=5:b?
  tolerations=6:*DeviceToleration bindingConditions=7:*s bindingFailureConditions=8:*s
  shareID=9:s:types.UID? consumedCapacity=10:%(QualifiedName)Q
  skipNodeOperations=11:*s:SkipNodeOperation~set
DeviceSelector cel=1:CELDeviceSelector?
DeviceSubRequest name=1:s! deviceClassName=2:s! selectors=3:*DeviceSelector
  allocationMode=4:s:DeviceAllocationMode count=5:l tolerations=6:*DeviceToleration
  capacity=7:CapacityRequirements? derivedAttributes=8:*DeviceDerivedAttribute
DeviceTaint key=1:s! value=2:s effect=3:s:DeviceTaintEffect! timeAdded=4:T?
DeviceTaintRule ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ObjectMeta! spec=2:DeviceTaintRuleSpec!
  status=3:DeviceTaintRuleStatus!
DeviceTaintRuleList ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ListMeta! items=2:*DeviceTaintRule!
DeviceTaintRuleSpec deviceSelector=1:DeviceTaintSelector? taint=2:DeviceTaint!
DeviceTaintRuleStatus conditions=1:*meta/v1.Condition~map=type:""~merge=type
DeviceTaintSelector driver=2:s? pool=3:s? device=4:s?
DeviceToleration key=1:s operator=2:s:DeviceTolerationOperator value=3:s effect=4:s:DeviceTaintEffect
  tolerationSeconds=5:l?
ExactDeviceRequest deviceClassName=1:s! selectors=2:*DeviceSelector allocationMode=3:s:DeviceAllocationMode
  count=4:l adminAccess=5:b? tolerations=6:*DeviceToleration capacity=7:CapacityRequirements?
  derivedAttributes=8:*DeviceDerivedAttribute
NetworkDeviceData interfaceName=1:s ips=2:*s hardwareAddress=3:s
NodeAllocatableMapping capacityKey=1:s:QualifiedName? capacityMultiplier=2:Q? deviceMultiplier=3:Q?
NodeAllocatableOverhead perPod=1:Q? perContainer=2:Q?
NodeAllocatableResource mapping=3:NodeAllocatableMapping? overhead=4:NodeAllocatableOverhead?
OpaqueDeviceConfiguration driver=1:s! parameters=2:R!
ResourceClaim ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ObjectMeta! spec=2:ResourceClaimSpec!
  status=3:ResourceClaimStatus!
ResourceClaimConsumerReference apiGroup=1:s resource=3:s! name=4:s! uid=5:s:types.UID!
ResourceClaimList ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ListMeta! items=2:*ResourceClaim!
ResourceClaimSpec devices=1:DeviceClaim!
ResourceClaimStatus allocation=1:AllocationResult?
  reservedFor=2:*ResourceClaimConsumerReference~map=uid:""~merge=uid
  devices=4:*AllocatedDeviceStatus~map=driver:"",device:"",pool:"",shareID
ResourceClaimTemplate ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ObjectMeta!
  spec=2:ResourceClaimTemplateSpec!
ResourceClaimTemplateList ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ListMeta!
  items=2:*ResourceClaimTemplate!
ResourceClaimTemplateSpec metadata=1:meta/v1.ObjectMeta! spec=2:ResourceClaimSpec!
ResourcePool name=1:s! generation=2:l! resourceSliceCount=3:l!
ResourceSlice ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ObjectMeta! spec=2:ResourceSliceSpec!
ResourceSliceList ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ListMeta! items=2:*ResourceSlice!
ResourceSliceSpec driver=1:s! pool=2:ResourcePool! nodeName=3:s? nodeSelector=4:core/v1.NodeSelector?
  allNodes=5:b? devices=6:*Device perDeviceNodeSelection=7:b? sharedCounters=8:*CounterSet
  partitionTypeAttribute=9:s:FullyQualifiedName? skipNodeOperations=10:*s:SkipNodeOperation~set
`;
