import { records } from "../../../json/value.ts";
import type { Job } from "../../../types/tables/batch/v1-types.ts";
import type { Container, Pod, PodTemplateSpec as PodTemplate } from "../../../types/tables/core/v1-types.ts";
import { templateOf } from "../../shared/pods/pod-from-template.ts";

const INDEX = "batch.kubernetes.io/job-completion-index";

/** True if each pod has an index of its own. */
export const isIndexed = ({ spec }: Job): boolean => spec?.completionMode === "Indexed";

/** Index of a pod, from its annotation; undefined if it has none that is valid. */
export function indexOf({ metadata }: Pod): number | undefined {
  const text = metadata.annotations?.[INDEX];
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

/** Returns the index of a pod; undefined if the Job has no such index. */
export function ownIndex(pod: Pod, { spec }: Job): number | undefined {
  const index = indexOf(pod);
  return index !== undefined && index < (spec?.completions ?? 0) ? index : undefined;
}

/** Longest prefix of a pod's name. Five more characters are generated. */
const LONGEST_PREFIX = 58;

/** Returns the prefix of the names of the pods of an index. */
export function namePrefix({ metadata }: Job, index: number): string {
  const end = `-${index}-`;
  return (metadata.name ?? "").slice(0, LONGEST_PREFIX - end.length) + end;
}

const VARIABLE = {
  name: "JOB_COMPLETION_INDEX",
  valueFrom: { fieldRef: { fieldPath: `metadata.labels['${INDEX}']` } },
};

/**
 * Returns the template of the pod of an index. Its containers get the index in an environment variable.
 * `annotations`: additional annotations.
 */
export function indexedTemplate(
  { metadata, spec }: Job,
  index: number,
  annotations: { readonly [name: string]: string } = {},
): PodTemplate {
  const template = templateOf({ spec });
  const mark = { [INDEX]: String(index) };
  const told = (container: Container): Container => {
    const env = records(container.env);
    return env.some(({ name }) => name === VARIABLE.name)
      ? container
      : { ...container, env: [...env, VARIABLE] };
  };
  return {
    metadata: {
      ...template.metadata,
      labels: { ...template.metadata?.labels, ...mark },
      annotations: { ...template.metadata?.annotations, ...mark, ...annotations },
    },
    spec: {
      ...template.spec,
      hostname: `${metadata.name}-${index}`,
      containers: (template.spec?.containers ?? []).map(told),
      ...(template.spec?.initContainers === undefined
        ? {}
        : { initContainers: template.spec.initContainers.map(told) }),
    },
  };
}
