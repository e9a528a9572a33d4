import type { RuleSettings } from "../../../../api/validation/field-report.ts";
import type { Container, Lifecycle, PodSpec, Probe } from "../../../../types/tables/core/v1-types.ts";
import { isGateOn } from "../../../features/changed-gates.ts";
import { listOf } from "../volume-sources/source-fields.ts";
import type { Volume } from "./pod-spec.ts";
import { allContainers } from "./visit-containers.ts";

/**
 * Removes fields of features that are off in 1.37, unless the stored spec already has them: GenericWorkload
 * (schedulingGroup), EvictionRequestAPI (evictionResponders), ContainerStopSignals, and those of `visitFields`.
 */
export function dropDisabledFields(spec: PodSpec, old: PodSpec | undefined, settings: RuleSettings): void {
  if (old?.schedulingGroup === undefined) delete spec.schedulingGroup;
  if ((old?.evictionResponders ?? []).length === 0) delete spec.evictionResponders;
  if (!isGateOn("ContainerStopSignals", settings) && !hasStopSignals(old)) dropStopSignals(spec);
  const used = new Set<string>();
  if (old !== undefined) visitFields(old, (_owner, _field, gate) => used.add(gate));
  visitFields(spec, (owner, field, gate) => {
    if (!used.has(gate)) delete owner[field];
  });
}

type Owner = Record<string, unknown>;

const isObject = (value: unknown): value is Owner => typeof value === "object" && value !== null;

/** Handles a field that is present. `gate`: name of the gate to which it belongs. */
type Visit = (owner: Owner, field: string, gate: string) => void;

/**
 * Visits the fields of alpha features in containers and volumes (kubernetes/pkg/api/pod/util.go, dropDisabledFields):
 * VolumeBindMountOptions, H2CContainerProbe, GRPCContainerProbeTLS, EmptyDirVolumeMode and AtomicWriteVolumeUserFields.
 */
function visitFields(spec: PodSpec, visit: Visit): void {
  const at = (owner: unknown, field: string, gate: string): void => {
    if (isObject(owner) && field in owner) visit(owner, field, gate);
  };
  for (const container of allContainers(spec)) visitContainer(container, at);
  for (const volume of spec.volumes ?? []) visitVolume(volume as Volume, at);
}

type VisitIfSet = (owner: unknown, field: string, gate: string) => void;

function visitContainer(container: Container, at: VisitIfSet): void {
  for (const mount of container.volumeMounts ?? []) at(mount, "bindMountOptions", "VolumeBindMountOptions");
  const { livenessProbe, readinessProbe, startupProbe, lifecycle } = container;
  for (const probe of [livenessProbe, readinessProbe, startupProbe]) if (probe) visitProbe(probe, at);
  if (lifecycle) visitLifecycle(lifecycle, at);
}

function visitProbe({ httpGet, grpc }: Probe, at: VisitIfSet): void {
  at(httpGet, "protocol", "H2CContainerProbe");
  at(grpc, "mode", "GRPCContainerProbeTLS");
}

function visitLifecycle({ postStart, preStop }: Lifecycle, at: VisitIfSet): void {
  at(postStart?.httpGet, "protocol", "H2CContainerProbe");
  at(preStop?.httpGet, "protocol", "H2CContainerProbe");
}

const USER_FIELDS = "AtomicWriteVolumeUserFields";

/** Volumes with files, whose owner can be set. */
const OF_FILES = ["secret", "configMap", "downwardAPI", "projected"] as const;

const SOURCES = [
  "secret",
  "configMap",
  "downwardAPI",
  "serviceAccountToken",
  "clusterTrustBundle",
  "podCertificate",
] as const;

type Files = Readonly<Record<string, unknown>>;

function visitVolume(volume: Volume, at: VisitIfSet): void {
  at(volume.emptyDir, "mode", "EmptyDirVolumeMode");
  for (const kind of OF_FILES) {
    const files = volume[kind] as Files | undefined;
    if (files === undefined) continue;
    at(files, "defaultUser", USER_FIELDS);
    for (const item of listOf(files, "items")) at(item, "user", USER_FIELDS);
    for (const source of listOf(files, "sources")) visitSource(source as Files, at);
  }
}

function visitSource(source: Files, at: VisitIfSet): void {
  for (const kind of SOURCES) {
    const files = source[kind] as Files | undefined;
    if (files === undefined) continue;
    at(files, "user", USER_FIELDS);
    for (const item of listOf(files, "items")) at(item, "user", USER_FIELDS);
  }
}

const hasStopSignals = (spec: PodSpec | undefined): boolean =>
  spec !== undefined && allContainers(spec).some((c) => c.lifecycle?.stopSignal !== undefined);

function dropStopSignals(spec: PodSpec): void {
  for (const container of allContainers(spec)) {
    if (container.lifecycle?.stopSignal === undefined) continue;
    delete container.lifecycle.stopSignal;
    if (Object.keys(container.lifecycle).length === 0) delete container.lifecycle;
  }
}
