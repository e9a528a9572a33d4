import type { FieldReport } from "../../../../../api/validation/field-report.ts";
import type { Container, VolumeMount } from "../../../../../types/tables/core/v1-types.ts";
import { checkLocalDescendingPath, hasBacksteps } from "../../volume-sources/file-paths.ts";
import { isBlockVolume, type VolumesByName } from "../volumes/volumes.ts";

/** Checks volumeMounts, then volumeDevices of a container; `at` is the path of the container. */
export function checkMountsAndDevices(container: Container, volumes: VolumesByName, at: FieldReport): void {
  if (container.volumeMounts !== undefined) checkMounts(container, volumes, at.child("volumeMounts"));
  if (container.volumeDevices !== undefined) checkDevices(container, volumes, at.child("volumeDevices"));
}

function checkMounts(container: Container, volumes: VolumesByName, at: FieldReport): void {
  const devices = container.volumeDevices ?? [];
  const deviceNames = new Set(devices.map((device) => device.name ?? ""));
  const devicePaths = new Set(devices.map((device) => device.devicePath ?? ""));
  const taken = new Set<string>();
  at.each(container.volumeMounts, (mount, path) => {
    const { name = "", mountPath = "" } = mount;
    path.require("name", name);
    if (!volumes.has(name)) path.child("name").notFound(name);
    path.require("mountPath", mountPath);
    if (taken.has(mountPath)) path.child("mountPath").invalid(mountPath, "must be unique");
    taken.add(mountPath);
    if (deviceNames.has(name)) path.child("name").invalid(name, "must not already exist in volumeDevices");
    if (devicePaths.has(mountPath))
      path.child("mountPath").invalid(mountPath, "must not already exist as a path in volumeDevices");
    checkSubPaths(mount, path, at);
    checkPropagation(mount, container, at);
    checkRecursiveReadOnly(mount, at);
  });
}

/** Checks paths. The reference reports all of these errors except one at the list, without an index. */
function checkSubPaths(
  { subPath = "", subPathExpr = "" }: VolumeMount,
  at: FieldReport,
  list: FieldReport,
): void {
  if (subPath !== "") checkLocalDescendingPath(subPath, list.child("subPath"));
  if (subPathExpr === "") return;
  if (subPath !== "")
    at.child("subPathExpr").invalid(subPathExpr, "subPathExpr and subPath are mutually exclusive");
  checkLocalDescendingPath(subPathExpr, list.child("subPathExpr"));
}

function checkPropagation(
  { mountPropagation: mode }: VolumeMount,
  container: Container,
  list: FieldReport,
): void {
  if (mode === undefined) return;
  list.supports("mountPropagation", mode, ["Bidirectional", "HostToContainer", "None"]);
  if (mode === "Bidirectional" && container.securityContext?.privileged !== true) {
    list
      .child("mountPropagation")
      .forbidden("Bidirectional mount propagation is available only to privileged containers");
  }
}

function checkRecursiveReadOnly(mount: VolumeMount, list: FieldReport): void {
  const { recursiveReadOnly: mode, readOnly, mountPropagation } = mount;
  if (mode === undefined || mode === "Disabled") return;
  const at = list.child("recursiveReadOnly");
  if (mode !== "Enabled" && mode !== "IfPossible") {
    at.notSupported(mode, ["Disabled", "Enabled", "IfPossible"]);
    return;
  }
  if (readOnly !== true) at.forbidden("may only be specified when readOnly is true");
  if (mountPropagation !== undefined && mountPropagation !== "None")
    at.forbidden("may only be specified when mountPropagation is None or not specified");
}

function checkDevices(container: Container, volumes: VolumesByName, at: FieldReport): void {
  const mounts = container.volumeMounts ?? [];
  const mountNames = new Set(mounts.map((mount) => mount.name ?? ""));
  const mountPaths = new Set(mounts.map((mount) => mount.mountPath ?? ""));
  const names = new Set<string>();
  const paths = new Set<string>();
  at.each(container.volumeDevices, ({ name = "", devicePath = "" }, path) => {
    const volume = volumes.get(name);
    path.require("name", name);
    if (names.has(name)) path.child("name").invalid(name, "must be unique");
    if (volume === undefined) path.child("name").notFound(name);
    else if (!isBlockVolume(volume)) {
      path
        .child("name")
        .invalid(
          name,
          "can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode",
        );
    }
    path.require("devicePath", devicePath);
    if (paths.has(devicePath)) path.child("devicePath").invalid(devicePath, "must be unique");
    if (hasBacksteps(devicePath))
      path.child("devicePath").invalid(devicePath, "can not contain backsteps ('..')");
    else paths.add(devicePath);
    if (mountNames.has(name)) path.child("name").invalid(name, "must not already exist in volumeMounts");
    if (mountPaths.has(devicePath))
      path.child("devicePath").invalid(devicePath, "must not already exist as a path in volumeMounts");
    if (name !== "") names.add(name);
  });
}
