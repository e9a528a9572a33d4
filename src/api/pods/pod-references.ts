import { isJsonObject, type JsonObject, record, records, text } from "../../json/value.ts";
import { containersOf } from "./pod-containers.ts";

/** Path of the Secret's name in a volume of a pod, by the type of the volume's source. */
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
 * Names of all Secrets that the spec of a pod refers to: for pulling images, in variables and in volumes. Secrets of
 * its claims are not included. A name can occur twice (kubernetes/pkg/api/v1/pod/util.go, VisitPodSecretNames).
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

/** Names of all ConfigMaps that the spec of a pod refers to (VisitPodConfigmapNames). */
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
