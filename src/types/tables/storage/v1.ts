/** The types of storage/v1; the notation is explained in `notation.ts`. */
export const storageV1 = `
CSIDriver ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ObjectMeta! spec=2:CSIDriverSpec!
CSIDriverList ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ListMeta! items=2:*CSIDriver!
CSIDriverSpec attachRequired=1:b? podInfoOnMount=2:b? volumeLifecycleModes=3:*s:VolumeLifecycleMode~set
  storageCapacity=4:b? fsGroupPolicy=5:s:FSGroupPolicy? tokenRequests=6:*TokenRequest requiresRepublish=7:b?
  seLinuxMount=8:b? nodeAllocatableUpdatePeriodSeconds=9:l? serviceAccountTokenInSecrets=10:b?
  preventPodSchedulingIfMissing=11:b?
CSINode ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ObjectMeta! spec=2:CSINodeSpec! status=3:CSINodeStatus!
CSINodeDriver name=1:s! nodeID=2:s! topologyKeys=3:*s! allocatable=4:VolumeNodeResources?
CSINodeList ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ListMeta! items=2:*CSINode!
CSINodeSpec drivers=1:*CSINodeDriver!~map=name:""~merge=name
CSINodeStatus storageHealth=1:*StorageHealth~map=name:""~merge=name
CSIStorageCapacity ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ObjectMeta!
  nodeTopology=2:meta/v1.LabelSelector? storageClassName=3:s! capacity=4:Q? maximumVolumeSize=5:Q?
CSIStorageCapacityList ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ListMeta!
  items=2:*CSIStorageCapacity!
StorageClass ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ObjectMeta! provisioner=2:s! parameters=3:%s
  reclaimPolicy=4:s:PersistentVolumeReclaimPolicy? mountOptions=5:*s allowVolumeExpansion=6:b?
  volumeBindingMode=7:s:VolumeBindingMode? allowedTopologies=8:*core/v1.TopologySelectorTerm
StorageClassList ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ListMeta! items=2:*StorageClass!
StorageHealth name=1:s! healthConditions=2:*StorageHealthCondition
StorageHealthCondition status=1:s:StorageHealthStatusType! reason=2:s! message=3:s
  accessMode=4:s:PersistentVolumeAccessMode? volumeMode=5:s:PersistentVolumeMode? lastTransitionTime=6:T!
TokenRequest audience=1:s! expirationSeconds=2:l?
VolumeAttachment ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ObjectMeta! spec=2:VolumeAttachmentSpec!
  status=3:VolumeAttachmentStatus!
VolumeAttachmentList ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ListMeta! items=2:*VolumeAttachment!
VolumeAttachmentSource persistentVolumeName=1:s? inlineVolumeSpec=2:core/v1.PersistentVolumeSpec?
VolumeAttachmentSpec attacher=1:s! source=2:VolumeAttachmentSource! nodeName=3:s!
VolumeAttachmentStatus attached=1:b! attachmentMetadata=2:%s attachError=3:VolumeError?
  detachError=4:VolumeError?
VolumeAttributesClass ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ObjectMeta! driverName=2:s!
  parameters=3:%s
VolumeAttributesClassList ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ListMeta!
  items=2:*VolumeAttributesClass!
VolumeError time=1:T! message=2:s errorCode=3:i?
VolumeNodeResources count=1:i?
`;
