import type { JsonObject } from "../../api/json.ts";
import type { Container, Job, Pod, PodTemplate } from "../workloads/types.ts";

const INDEX = "batch.kubernetes.io/job-completion-index";

export const isIndexed = ({ spec }: Job): boolean => spec?.completionMode === "Indexed";

export function indexOf({ metadata }: Pod): number | undefined {
  const text = metadata.annotations?.[INDEX];
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

/** Indexes from here on are not run: they are looked at one by one. */
const MOST_INDEXES = 100_000;

/** `0-2,5` of the status. */
export function completedIndexes({ status, spec }: Job): number[] {
  const most = Math.min(spec?.completions ?? 0, MOST_INDEXES);
  return (status?.completedIndexes ?? "")
    .split(",")
    .filter((part) => part !== "")
    .flatMap((part) => {
      const [first = 0, last = first] = part.split("-").map(Number);
      const end = Math.min(last, most - 1);
      return end < first ? [] : Array.from({ length: end - first + 1 }, (_, i) => first + i);
    });
}

/** Three and more in a row are a range, and so are two. */
export function writtenIndexes(indexes: Iterable<number>): string {
  const ranges: [number, number][] = [];
  for (const index of [...indexes].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === index - 1) last[1] = index;
    else ranges.push([index, index]);
  }
  return ranges
    .map(([first, last]) =>
      first === last ? `${first}` : `${first}${last === first + 1 ? "," : "-"}${last}`,
    )
    .join(",");
}

/** The first indexes that nobody has done or is doing. */
export function pendingIndexes(
  job: Job,
  done: ReadonlySet<number>,
  active: readonly Pod[],
  count: number,
): number[] {
  const taken = new Set(active.map(indexOf));
  const found: number[] = [];
  for (
    let index = 0;
    index < Math.min(job.spec?.completions ?? 0, MOST_INDEXES) && found.length < count;
    index++
  )
    if (!done.has(index) && !taken.has(index)) found.push(index);
  return found;
}

const VARIABLE = {
  name: "JOB_COMPLETION_INDEX",
  valueFrom: { fieldRef: { fieldPath: `metadata.labels['${INDEX}']` } },
};

/** The template of the pod of an index: its containers are told which one it is. */
export function templateOf({ metadata, spec }: Job, index: number): PodTemplate {
  const { template = {} } = spec ?? {};
  const mark = { [INDEX]: String(index) };
  const told = (container: Container): Container => {
    const env = (container.env ?? []) as JsonObject[];
    return env.some(({ name }) => name === VARIABLE.name)
      ? container
      : { ...container, env: [...env, VARIABLE] };
  };
  return {
    metadata: {
      ...template.metadata,
      labels: { ...template.metadata?.labels, ...mark },
      annotations: { ...template.metadata?.annotations, ...mark },
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
