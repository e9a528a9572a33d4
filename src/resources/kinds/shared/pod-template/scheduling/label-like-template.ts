import type { KubeObject } from "../../../../../api/meta.ts";
import type { PodTemplateSpec } from "../../../../../types/tables/core/v1-types.ts";
import { view } from "../../../../define/strategy.ts";

/**
 * Gives a stored Job or ReplicationController without labels those of its pods when it is read
 * (SetDefaults_Job in pkg/apis/batch/v1/defaults.go, SetDefaults_ReplicationController in
 * pkg/apis/core/v1/defaults.go): the server may have added the first labels of the template, and a write of
 * the status without a template may have removed those of the object.
 */
export function labelLikeTemplate(object: KubeObject): KubeObject {
  if (Object.keys(object.metadata.labels ?? {}).length > 0) return object;
  const labels = view<{ spec?: { template?: PodTemplateSpec } }>(object).spec?.template?.metadata?.labels;
  return labels === undefined
    ? object
    : { ...object, metadata: { ...object.metadata, labels: { ...labels } } };
}
