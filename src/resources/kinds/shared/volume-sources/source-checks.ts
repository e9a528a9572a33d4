import { invalid, tooLong } from "../../../../api/validation/field-error.ts";
import type { FieldReport } from "../../../../api/validation/field-report.ts";
import {
  byteLength,
  caselessSubdomainProblems,
  dns1123LabelProblems,
  dns1123SubdomainProblems,
  rangeProblem,
} from "../../../../api/validation/name-format.ts";
import { once } from "../../../../async/once.ts";
import { compilePattern } from "../../../../schema/pattern.ts";
import { checkLocalDescendingPath, checkNoBacksteps } from "./file-paths.ts";
import { type Fields, fieldsOf, listOf, optionalText, textOf } from "./source-fields.ts";
import { both, inRange, requires, type SourceCheck, secretRefHas } from "./source-rule.ts";

const HOST_PATH_TYPES = [
  "",
  "BlockDevice",
  "CharDevice",
  "Directory",
  "DirectoryOrCreate",
  "File",
  "FileOrCreate",
  "Socket",
];

/** Checks `hostPath` (validateHostPathVolumeSource). */
export const hostPath: SourceCheck = (source, at) => {
  if (!at.require("path", textOf(source, "path"))) return;
  checkNoBacksteps(textOf(source, "path"), at.child("path"));
  at.supports("type", optionalText(source, "type"), HOST_PATH_TYPES);
};

/** Checks a disk with an id in the field `id`, and its partition. */
export const disk = (id: string): SourceCheck =>
  both(requires(id), inRange("partition", 0, 255, rangeProblem(1, 255)));

export const nfs: SourceCheck = both(requires("server", "path"), (source, at) => {
  const path = textOf(source, "path");
  if (!path.startsWith("/")) at.child("path").invalid(path, "must be an absolute path");
});

/**
 * The test for an iSCSI qualified name. The reference does not anchor the start of the expression, so the name
 * can be at any place in the text. Compiled at the first use, because most servers never need the library.
 */
const qualifiedName = once(() => compilePattern("iqn\\.\\d{4}-\\d{2}\\.([[:alnum:]\\-.]+)(:[^,;*&$|\\s]+)$"));

const ISCSI_NAMES: readonly (readonly [prefix: string, holds: (name: string) => boolean])[] = [
  ["iqn", (name) => qualifiedName()(name)],
  ["eui", (name) => /^eui.[A-Za-z0-9]{16}$/.test(name)],
  ["naa", (name) => /^naa.[A-Za-z0-9]{32}$/.test(name)],
];

function checkIscsiName(name: string, at: FieldReport, badPrefix: string): void {
  const rule = ISCSI_NAMES.find(([prefix]) => name.startsWith(prefix));
  if (rule === undefined) at.invalid(name, badPrefix);
  else if (!rule[1](name)) at.invalid(name, "must be valid format");
}

export const ISCSI_TOO_LONG =
  "Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.";

/**
 * True if the name of the owner and the portal are longer than 64 bytes, which an initiator's name does not allow.
 */
export const iscsiNameTooLong = (source: Fields, owner: string): boolean =>
  optionalText(source, "initiatorName") !== undefined &&
  byteLength(`${owner}:${textOf(source, "targetPortal")}`) > 64;

/** Checks `iscsi`. Only persistent volumes check the length of names and the name of the secret. */
export const iscsi =
  (persistent: boolean): SourceCheck =>
  (source, at, { ownerName }) => {
    const badPrefix = persistent
      ? "must be valid format"
      : "must be valid format starting with iqn, eui, or naa";
    const portal = textOf(source, "targetPortal");
    at.require("targetPortal", portal);
    if (persistent && iscsiNameTooLong(source, ownerName))
      at.child("targetportal").invalid(portal, ISCSI_TOO_LONG);
    const iqn = textOf(source, "iqn");
    if (at.require("iqn", iqn)) checkIscsiName(iqn, at.child("iqn"), badPrefix);
    inRange("lun", 0, 255)(source, at, { ownerName, volumeName: "" });
    const authenticates = source.chapAuthDiscovery === true || source.chapAuthSession === true;
    if (authenticates && fieldsOf(source, "secretRef") === undefined) at.child("secretRef").required();
    if (persistent) secretRefHas("name")(source, at, { ownerName, volumeName: "" });
    const initiator = optionalText(source, "initiatorName");
    if (initiator !== undefined) checkIscsiName(initiator, at.child("initiatorname"), badPrefix);
  };

/** Checks `fc`: by WWNs with a LUN, or by WWIDs (validateFCVolumeSource). */
export const fc: SourceCheck = (source, at, context) => {
  const names = listOf(source, "targetWWNs");
  const ids = listOf(source, "wwids");
  const path = at.child("targetWWNs");
  if (names.length === 0 && ids.length === 0)
    path.required("must specify either targetWWNs or wwids, but not both");
  if (names.length === 0) return;
  if (ids.length > 0) path.invalid(names, "targetWWNs and wwids can not be specified simultaneously");
  if (source.lun === undefined) at.child("lun").required("lun is required if targetWWNs is specified");
  else inRange("lun", 0, 255)(source, at, context);
};

/** Checks `flocker`: by name or by UUID (validateFlockerVolumeSource). */
export const flocker: SourceCheck = (source, at) => {
  const name = textOf(source, "datasetName");
  const uuid = textOf(source, "datasetUUID");
  if (name === "" && uuid === "") at.required("one of datasetName and datasetUUID is required");
  if (name !== "" && uuid !== "")
    at.invalid("resource", "datasetName and datasetUUID can not be specified simultaneously");
  if (name.includes("/")) at.child("datasetName").invalid(name, "must not contain '/'");
};

const HOST_PORT = "must be a host:port pair or multiple pairs separated by commas";
const isHostPort = (text: string): boolean => /^(\[[^[\]]*\]|[^:[\]]*):[^:[\]]*$/.test(text);

/** Checks `quobyte` (validateQuobyteVolumeSource). */
export const quobyte: SourceCheck = (source, at) => {
  const registry = textOf(source, "registry");
  if (registry === "") at.child("registry").required(HOST_PORT);
  else if (byteLength(textOf(source, "tenant")) >= 65) {
    at.child("tenant").required("must be a UUID and may not exceed a length of 64 characters");
  } else {
    for (const pair of registry.split(","))
      if (!isHostPort(pair)) at.child("registry").invalid(registry, HOST_PORT);
  }
  at.require("volume", textOf(source, "volume"));
};

export const flexVolume: SourceCheck = both(requires("driver"), (source, at) => {
  for (const key of Object.keys(fieldsOf(source, "options") ?? {})) {
    const domain = `.${(key.split("/", 1)[0] ?? "").toLowerCase()}`;
    if (domain.endsWith(".kubernetes.io") || domain.endsWith(".k8s.io"))
      at.child("options").key(key).invalid(key, "kubernetes.io and k8s.io namespaces are reserved");
  }
});

export const glusterfsPersistent: SourceCheck = both(requires("endpoints", "path"), (source, at) => {
  const namespace = optionalText(source, "endpointsNamespace");
  if (namespace === undefined) return;
  const path = at.child("endpointsNamespace");
  if (namespace === "")
    path.invalid("", "if the endpointnamespace is set, it must be a valid namespace name");
  else path.problems(namespace, dns1123LabelProblems(namespace));
});

export const azureFilePersistent: SourceCheck = both(requires("secretName", "shareName"), (source, at) => {
  if (optionalText(source, "secretNamespace") === "") at.child("secretNamespace").required();
});

const MANAGED_URI =
  "/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}";
const BLOB_URI = "https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd";

export const azureDisk: SourceCheck = both(requires("diskName", "diskURI"), (source, at) => {
  const uri = textOf(source, "diskURI");
  const kind = optionalText(source, "kind");
  at.supports("cachingMode", optionalText(source, "cachingMode"), ["None", "ReadOnly", "ReadWrite"]);
  at.supports("kind", kind, ["Dedicated", "Managed", "Shared"]);
  if (kind === "Managed" && !uri.startsWith("/subscriptions/"))
    at.child("diskURI").notSupportedText(uri, [MANAGED_URI]);
  if (kind !== undefined && kind !== "Managed" && !uri.startsWith("https://"))
    at.child("diskURI").notSupportedText(uri, [BLOB_URI]);
});

/** Checks `storageos`. `secretFields`: required members of the secret's reference. */
export const storageOs =
  (...secretFields: string[]): SourceCheck =>
  (source, at, context) => {
    at.requireFormat("volumeName", textOf(source, "volumeName"), dns1123LabelProblems);
    at.checkIfSet("volumeNamespace", textOf(source, "volumeNamespace"), dns1123LabelProblems);
    secretRefHas(...secretFields)(source, at, context);
  };

/** Checks `local` of a persistent volume (validateLocalVolumeSource). */
export const local: SourceCheck = (source, at) => {
  const path = textOf(source, "path");
  if (at.require("path", path)) checkNoBacksteps(path, at.child("path"));
};

const MAX_DRIVER = 63;

/** Checks metadata.name of a CSIDriver in a reference to it; `at` is the path of the field. */
export function checkCsiDriverName(name: string, at: FieldReport): void {
  if (name === "") {
    at.required();
    return;
  }
  if (byteLength(name) > MAX_DRIVER) at.tooLong(MAX_DRIVER);
  at.problems(name, dns1123SubdomainProblems(name.toLowerCase()));
}

/** Checks the name of a driver where the type declares its rules. */
export function checkDeclaredDriver(name: string, at: FieldReport): void {
  if (name === "") at.declared.required();
  else {
    const written = dns1123SubdomainProblems(name.toLowerCase());
    caselessSubdomainProblems(name).forEach((problem, i) => {
      at.invalid(name, written[i] ?? problem, invalid("", name, problem).message);
    });
    if (name.length > MAX_DRIVER)
      at.add(
        (field) => tooLong(field, MAX_DRIVER),
        `Too long: may not be more than ${MAX_DRIVER} characters`,
      );
  }
}

/** Checks `csi` of a pod (validateCSIVolumeSource). */
export const csi: SourceCheck = (source, at) => {
  checkCsiDriverName(textOf(source, "driver"), at.child("driver"));
  const ref = fieldsOf(source, "nodePublishSecretRef");
  if (ref === undefined) return;
  const name = textOf(ref, "name");
  if (name === "") at.child("nodePublishSecretRef.name").required();
  else at.child("name").problems(name, dns1123SubdomainProblems(name));
};

const CSI_SECRETS = [
  "controllerPublishSecretRef",
  "controllerExpandSecretRef",
  "nodePublishSecretRef",
  "nodeExpandSecretRef",
];

/** Checks `csi` of a persistent volume (validateCSIPersistentVolumeSource). */
export const csiPersistent: SourceCheck = (source, at) => {
  checkCsiDriverName(textOf(source, "driver"), at.child("driver"));
  at.require("volumeHandle", textOf(source, "volumeHandle"));
  for (const field of CSI_SECRETS) {
    const ref = fieldsOf(source, field);
    if (ref === undefined) continue;
    const path = at.child(field);
    path.requireFormat("name", textOf(ref, "name"), dns1123SubdomainProblems);
    path.requireFormat("namespace", textOf(ref, "namespace"), dns1123LabelProblems);
  }
};

export const gitRepo: SourceCheck = both(requires("repository"), (source, at) => {
  checkLocalDescendingPath(textOf(source, "directory"), at.child("directory"));
});
