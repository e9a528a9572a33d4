/** The types of resource/v1beta1 that differ from those of v1; the notation is explained in `notation.ts`. */
export const resourceV1beta1 = `
BasicDevice attributes=1:%(QualifiedName)DeviceAttribute capacity=2:%(QualifiedName)DeviceCapacity
  consumesCounters=3:*DeviceCounterConsumption nodeName=4:s? nodeSelector=5:core/v1.NodeSelector?
  allNodes=6:b? taints=7:*DeviceTaint bindsToNode=8:b? bindingConditions=9:*s
  bindingFailureConditions=10:*s allowMultipleAllocations=11:b?
  nodeAllocatableResources=14:%(ResourceName)NodeAllocatableResource
Device name=1:s! basic=2:BasicDevice?
DeviceRequest name=1:s! deviceClassName=2:s! selectors=3:*DeviceSelector
  allocationMode=4:s:DeviceAllocationMode count=5:l adminAccess=6:b? firstAvailable=7:*DeviceSubRequest
  tolerations=8:*DeviceToleration capacity=9:CapacityRequirements?
  derivedAttributes=10:*DeviceDerivedAttribute
DeviceSubRequest name=1:s! deviceClassName=2:s! selectors=3:*DeviceSelector
  allocationMode=4:s:DeviceAllocationMode count=5:l tolerations=7:*DeviceToleration
  capacity=8:CapacityRequirements? derivedAttributes=9:*DeviceDerivedAttribute
ResourceSliceSpec driver=1:s! pool=2:ResourcePool! nodeName=3:s nodeSelector=4:core/v1.NodeSelector?
  allNodes=5:b devices=6:*Device perDeviceNodeSelection=7:b? sharedCounters=8:*CounterSet
  partitionTypeAttribute=9:s:FullyQualifiedName? skipNodeOperations=10:*s:SkipNodeOperation~set
`;
