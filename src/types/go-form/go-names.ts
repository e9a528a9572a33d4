/** Words that Go writes in capitals at the start of a name. */
const INITIALISMS =
  /^(api|aws|cel|csi|dns|fc|fs|gce|gmsa|grpc|http|ip|iqn|iscsi|nfs|os|rbd|se|ssl|tcp|tty|uid)(?=[A-Z]|$)/;
const ODD_NAMES: Readonly<Record<string, string>> = {
  cephfs: "CephFS",
  metadata: "ObjectMeta",
  pdName: "PDName",
  storageos: "StorageOS",
};

/** Returns Go's name of a field by its name on the wire. */
function goNameOf(name: string): string {
  const odd = ODD_NAMES[name];
  if (odd !== undefined) return odd;
  const spelled = name.replace(INITIALISMS, (word) => word.toUpperCase());
  return spelled.charAt(0).toUpperCase() + spelled.slice(1);
}

const RBD = { monitors: "CephMonitors", image: "RBDImage", pool: "RBDPool", user: "RadosUser" };

const GLUSTER = { endpoints: "EndpointsName" };

const ISCSI = { chapAuthDiscovery: "DiscoveryCHAPAuth", chapAuthSession: "SessionCHAPAuth" };

/** Fields of the types of core/v1 whose names in Go differ much from those on the wire. */
const RENAMED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "core/v1.AzureDiskVolumeSource": { diskURI: "DataDiskURI" },
  "core/v1.FCVolumeSource": { wwids: "WWIDs" },
  "core/v1.GlusterfsPersistentVolumeSource": GLUSTER,
  "core/v1.GlusterfsVolumeSource": GLUSTER,
  "core/v1.ISCSIPersistentVolumeSource": ISCSI,
  "core/v1.ISCSIVolumeSource": ISCSI,
  "core/v1.PodSpec": { serviceAccount: "DeprecatedServiceAccount" },
  "core/v1.RBDPersistentVolumeSource": RBD,
  "core/v1.RBDVolumeSource": RBD,
  "meta/v1.APIResourceList": { resources: "APIResources" },
};

/** Returns Go's name of a field of an API type. */
export const goFieldName = (typeName: string, name: string): string =>
  RENAMED[typeName]?.[name] ?? goNameOf(name);
