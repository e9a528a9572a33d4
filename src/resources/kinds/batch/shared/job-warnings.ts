import type { JobSpec } from "../../../../types/tables/batch/v1-types.ts";
import { podTemplateWarnings } from "../../shared/pod-template/pod-template.ts";

const TOO_MANY_INDEXES =
  "In Indexed Jobs with a number of completions higher than 10^5 and a parallelism higher than 10^4, Kubernetes might not be able to track completedIndexes when a big number of indexes fail";

/** Warnings about many indexes, and about the template of pods (WarningsForJobSpec). */
export function jobSpecWarnings(spec: JobSpec = {}, path: string): string[] {
  const { completionMode, completions = 0, parallelism = 0, template } = spec;
  const huge = completionMode === "Indexed" && completions > 100_000 && parallelism > 10_000;
  return [
    ...(huge ? [`${path}: ${TOO_MANY_INDEXES}`] : []),
    ...podTemplateWarnings(template, `${path}.template`),
  ];
}
