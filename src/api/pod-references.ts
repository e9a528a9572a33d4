import { isJsonObject, type JsonObject, record, records, text } from "./json.ts";
import { containersOf } from "./pod-containers.ts";

/** Where a volume of a pod names a Secret, by the type of its source. */
const VOLUME_SECRETS: readonly (readonly [string, ...string[]])[] = [
  ["azureFile", "secretName"],
  ["cephfs", "secretRef", "name"],
  ["cinder", "secretRef", "name"],
  ["csi", "nodePublishSecretRef", "name"],
  ["flexVolume", "secretRef", "name"],
  ["iscsi", "secretRef", "name"],
  ["rbd", "secretRef", "name"],
  ["scaleIO", "secretRef", "name"],
  ["secret", "secretName"],
  ["storageos", "secretRef", "name"],
];

/**
 * Names of all Secrets that the spec of a pod refers to: to pull images, in variables and in volumes. Without those that
 * its claims lead to. A name may come twice (kubernetes/pkg/api/v1/pod/util.go, VisitPodSecretNames).
 */
export function secretNames(spec: JsonObject): string[] {
  return [
    ...records(spec.imagePullSecrets).map(({ name }) => text(name)),
    ...containersOf(spec).flatMap((container) => namesInVariables(container, "secretRef", "secretKeyRef")),
    ...records(spec.volumes).flatMap((volume) => [
      ...VOLUME_SECRETS.map((path) => text(path.reduce<unknown>((value, key) => record(value)[key], volume))),
      ...projectedNames(volume, "secret"),
    ]),
  ].filter((name) => name !== "");
}

/** The same for ConfigMaps (VisitPodConfigmapNames). */
export function configMapNames(spec: JsonObject): string[] {
  return [
    ...containersOf(spec).flatMap((container) =>
      namesInVariables(container, "configMapRef", "configMapKeyRef"),
    ),
    ...records(spec.volumes).flatMap((volume) => [
      text(record(volume.configMap).name),
      ...projectedNames(volume, "configMap"),
    ]),
  ].filter((name) => name !== "");
}

const namesInVariables = ({ env, envFrom }: JsonObject, whole: string, key: string): string[] => [
  ...records(envFrom).map((source) => text(record(source[whole]).name)),
  ...records(env).map(({ valueFrom }) => text(record(record(valueFrom)[key]).name)),
];

const projectedNames = ({ projected }: JsonObject, type: string): string[] =>
  isJsonObject(projected) ? records(projected.sources).map((source) => text(record(source[type]).name)) : [];
