import type { JsonObject } from "../../../../../json/value.ts";
import { each, type Fill, unset, within, zero } from "../../../../define/fill.ts";
import { defaultPullPolicy } from "../image-name.ts";

/** Fills in the defaults of a volume of a pod. A volume that has only a name is an emptyDir. */
export function fillVolume(volume: JsonObject): void {
  let source: string | undefined;
  for (const name in volume) if (name !== "name") source = name;
  if (source === undefined) volume.emptyDir = {};
  else fillSources(volume);
}

/**
 * Fills in all sources of a volume. A volume with several sources is invalid, but validation refuses it only
 * later.
 */
function fillSources(volume: JsonObject): void {
  for (const name in volume) {
    const fill = SOURCES.get(name);
    if (fill !== undefined) within(volume, name, fill);
  }
}

/** Fills in an ObjectFieldSelector, of volumes and of environment variables. */
export const fillFieldRef: Fill = (selector) => zero(selector, "apiVersion", "v1");

const MODE = 0o644;

const fillMode: Fill = (source) => unset(source, "defaultMode", MODE);

const fillDownwardApi: Fill = (source) => {
  each(source, "items", (item) => within(item, "fieldRef", fillFieldRef));
};

const fillIscsi: Fill = (source) => zero(source, "iscsiInterface", "default");

const fillRbd: Fill = (source) => {
  zero(source, "pool", "rbd");
  zero(source, "user", "admin");
  zero(source, "keyring", "/etc/ceph/keyring");
};

const fillAzureDisk: Fill = (source) => {
  unset(source, "cachingMode", "ReadWrite");
  unset(source, "fsType", "ext4");
  unset(source, "readOnly", false);
  unset(source, "kind", "Shared");
};

const fillScaleIo: Fill = (source) => {
  zero(source, "storageMode", "ThinProvisioned");
  zero(source, "fsType", "xfs");
};

const fillHostPath: Fill = (source) => unset(source, "type", "");

/** Defaults of sources that pod volumes and persistent volumes share. */
export const PERSISTENT_SOURCES: ReadonlyMap<string, Fill> = new Map([
  ["azureDisk", fillAzureDisk],
  ["hostPath", fillHostPath],
  ["iscsi", fillIscsi],
  ["rbd", fillRbd],
  ["scaleIO", fillScaleIo],
]);

const SOURCES: ReadonlyMap<string, Fill> = new Map<string, Fill>([
  ...PERSISTENT_SOURCES,
  ["secret", fillMode],
  ["configMap", fillMode],
  [
    "downwardAPI",
    (source) => {
      fillMode(source);
      fillDownwardApi(source);
    },
  ],
  ["projected", fillProjected],
  [
    "ephemeral",
    (source) => within(source, "volumeClaimTemplate", (template) => within(template, "spec", fillClaimSpec)),
  ],
  [
    "image",
    (source) => {
      if (source.pullPolicy !== undefined) return;
      source.pullPolicy = defaultPullPolicy(typeof source.reference === "string" ? source.reference : "");
    },
  ],
]);

function fillProjected(source: JsonObject): void {
  fillMode(source);
  each(source, "sources", (projection) => {
    within(projection, "downwardAPI", fillDownwardApi);
    within(projection, "serviceAccountToken", (token) => unset(token, "expirationSeconds", 3600));
  });
}

/** Fills in the defaults of a PersistentVolumeClaimSpec. */
export function fillClaimSpec(spec: JsonObject): void {
  unset(spec, "volumeMode", "Filesystem");
}
