import { DRY, type Scenario } from "../scenario.ts";

const NS = "{{ns}}";
export const PODS = `/api/v1/namespaces/${NS}/pods`;

/** A part of a pod that is sent in many forms. Its `spec` replaces members of the spec of a small pod. */
export interface PodRow {
  readonly metadata?: object;
  readonly spec?: object;
}

const CONTAINER = { name: "c", image: "i" };

/** A small pod with the unusual parts of a row. */
export function podOf(row: PodRow, name = "p"): object {
  return {
    metadata: { name, ...row.metadata },
    spec: { containers: [CONTAINER], ...row.spec },
  };
}

/** Each row as a pod that is not stored. */
export function tryPods(s: Scenario, rows: readonly PodRow[]): void {
  for (const row of rows) s.post(PODS, podOf(row), DRY);
}

/** Each row as the template of a Deployment, a Job, a CronJob and a ReplicationController. */
export function tryTemplates(s: Scenario, rows: readonly PodRow[]): void {
  for (const row of rows) {
    const labels = { a: "b" };
    const template = (restartPolicy?: string): object => ({
      metadata: { labels, ...row.metadata },
      spec: { containers: [CONTAINER], ...(restartPolicy ? { restartPolicy } : {}), ...row.spec },
    });
    const metadata = { name: "t" };
    s.post(
      `/apis/apps/v1/namespaces/${NS}/deployments`,
      { metadata, spec: { selector: { matchLabels: labels }, template: template() } },
      DRY,
    );
    s.post(`/apis/batch/v1/namespaces/${NS}/jobs`, { metadata, spec: { template: template("Never") } }, DRY);
    s.post(
      `/apis/batch/v1/namespaces/${NS}/cronjobs`,
      {
        metadata,
        spec: { schedule: "* * * * *", jobTemplate: { spec: { template: template("OnFailure") } } },
      },
      DRY,
    );
    s.post(
      `/api/v1/namespaces/${NS}/replicationcontrollers`,
      { metadata, spec: { selector: labels, template: template() } },
      DRY,
    );
  }
}

/** Each row as a container of a pod. `spec`: other fields of the pod's spec. */
export function containers(rows: readonly object[], spec: object = {}): PodRow[] {
  return rows.map((row) => ({ spec: { containers: [{ ...CONTAINER, ...row }], ...spec } }));
}

/** Each row as an init container. */
export function initContainers(rows: readonly object[], spec: object = {}): PodRow[] {
  return rows.map((row) => ({ spec: { initContainers: [{ name: "n", image: "i", ...row }], ...spec } }));
}

/** Each row as the spec of a pod. */
export function specs(rows: readonly object[]): PodRow[] {
  return rows.map((spec) => ({ spec }));
}
