import type { KubeObject } from "../../../../api/meta.ts";
import { AGE, NAME } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { view } from "../../../define/strategy.ts";
import { create } from "../../../define/subresources.ts";

const ENFORCE_MOUNTABLE = "kubernetes.io/enforce-mountable-secrets";

/** Keeps only the names of secrets. */
function cleanReferences(object: KubeObject): void {
  const { secrets } = view<{ secrets?: { name?: string }[] }>(object);
  if (secrets === undefined) return;
  object.secrets = secrets.map(({ name }) => (name === undefined ? {} : { name }));
}

/** Warning about the deprecated annotation, if the stored object does not have it. */
function warnings({ metadata }: KubeObject, old?: KubeObject): string[] {
  const has = (annotations: object = {}): boolean => Object.hasOwn(annotations, ENFORCE_MOUNTABLE);
  if (has(old?.metadata.annotations) || !has(metadata.annotations)) return [];
  return [
    `metadata.annotations[${ENFORCE_MOUNTABLE}]: deprecated in v1.32+; prefer separate namespaces to isolate access to mounted secrets`,
  ];
}

export const serviceAccount = defineResource({
  group: "",
  kind: "ServiceAccount",
  scope: "Namespaced",
  shortNames: ["sa"],
  versions: [{ version: "v1" }],
  columns: [NAME, AGE],
  subresources: [create("token", { group: "authentication.k8s.io", version: "v1", kind: "TokenRequest" })],
  strategy: {
    returnDeletedObject: true,
    repeatsMeta: ["update", "create"],
    prepareForCreate: cleanReferences,
    prepareForUpdate: cleanReferences,
    warnings,
  },
});
