import { formatTime } from "../../../api/time.ts";
import { semanticEqual } from "../../../json/semantic-equal.ts";
import { record } from "../../../json/value.ts";
import type {
  HorizontalPodAutoscaler as Autoscaler,
  HorizontalPodAutoscalerStatus as AutoscalerStatus,
  HorizontalPodAutoscalerCondition as Condition,
} from "../../../types/tables/autoscaling/v2-types.ts";
import type { ApiResult } from "../../base/api-client.ts";
import { findCondition } from "../../shared/conditions.ts";
import type { WorkloadContext } from "../../shared/context.ts";
import { AUTOSCALERS } from "../../shared/kinds.ts";
import { missingMetric } from "./missing-metrics.ts";

interface Run {
  readonly context: WorkloadContext;
  readonly autoscaler: Autoscaler;
  status: AutoscalerStatus;
}

/**
 * reconcileAutoscaler of the reference, except for the parts that need metrics. Returns true if the target
 * can be scaled.
 */
export async function syncAutoscaler(context: WorkloadContext, autoscaler: Autoscaler): Promise<boolean> {
  const run: Run = { context, autoscaler, status: autoscaler.status ?? {} };
  await look(run);
  if (!semanticEqual(run.status, autoscaler.status ?? {}))
    await context.writer.update(AUTOSCALERS, { ...autoscaler, status: run.status }, "status");
  return findCondition(run.status.conditions, "AbleToScale")?.status === "True";
}

async function look(run: Run): Promise<void> {
  const { context, autoscaler } = run;
  const path = scalePath(run);
  const answer = path === undefined ? undefined : await context.api.get(path);
  if (path === undefined || answer === undefined || answer.status >= 300) {
    const why = answer === undefined ? noMatch(autoscaler) : String(answer.body.message ?? answer.status);
    context.events.warning(autoscaler, "FailedGetScale", why);
    const words = `the HPA controller was unable to get the target's current scale: ${why}`;
    setCondition(run, "AbleToScale", "False", "FailedGetScale", words);
    return;
  }
  const words = "the HPA controller was able to get the target's current scale";
  setCondition(run, "AbleToScale", "True", "SucceededGetScale", words);
  const current = Number(record(answer.body.spec).replicas ?? 0);
  const bound = boundOf(autoscaler, current);
  if (current === 0) disable(run);
  else if (bound === undefined) measure(run, current, String(record(answer.body.status).selector ?? ""));
  else await rescale(run, { path, current }, bound);
}

function scalePath({ context, autoscaler }: Run): string | undefined {
  const { apiVersion = "", kind = "", name = "" } = autoscaler.spec?.scaleTargetRef ?? {};
  const { namespace = "" } = autoscaler.metadata;
  const found = context.pathOf({ apiVersion, kind, namespace, name });
  return found === undefined ? undefined : `${found.path}/scale`;
}

function noMatch({ spec }: Autoscaler): string {
  const { apiVersion = "", kind } = spec?.scaleTargetRef ?? {};
  const [group = "", version] = apiVersion.split("/");
  return `no matches for kind "${kind}" in group "${version === undefined ? "" : group}"`;
}

interface Bound {
  readonly replicas: number;
  readonly reason: string;
}

function boundOf({ spec }: Autoscaler, current: number): Bound | undefined {
  const { minReplicas = 1, maxReplicas = Number.POSITIVE_INFINITY } = spec ?? {};
  if (current > maxReplicas)
    return { replicas: maxReplicas, reason: "Current number of replicas above Spec.MaxReplicas" };
  if (current < minReplicas)
    return { replicas: minReplicas, reason: "Current number of replicas below Spec.MinReplicas" };
  return undefined;
}

function disable(run: Run): void {
  const words = "scaling is disabled since the replica count of the target is zero";
  setCondition(run, "ScalingActive", "False", "ScalingDisabled", words);
  setReplicas(run, 0, 0);
}

/** Reports that there are no metrics. The size does not change. */
function measure(run: Run, current: number, selector: string): void {
  const { events } = run.context;
  const problem = selector === "" ? noSelector(run) : noMetrics(run);
  setReplicas(run, current, run.status.desiredReplicas ?? 0);
  if (selector !== "")
    run.status = {
      ...run.status,
      currentMetrics: (run.autoscaler.spec?.metrics ?? []).map(() => ({ type: "" })),
    };
  events.warning(run.autoscaler, "FailedComputeMetricsReplicas", problem);
}

function noSelector(run: Run): string {
  const problem = "selector is required";
  run.context.events.warning(run.autoscaler, "SelectorRequired", problem);
  const words = "the HPA target's scale is missing a selector";
  setCondition(run, "ScalingActive", "False", "InvalidSelector", words);
  return problem;
}

function noMetrics(run: Run): string {
  const { metadata, spec } = run.autoscaler;
  const missing = (spec?.metrics ?? []).map((metric) => missingMetric(metric, metadata.namespace ?? ""));
  for (const { reason, error } of missing) run.context.events.warning(run.autoscaler, reason, error);
  const [first] = missing;
  const words = `the HPA was unable to compute the replica count: ${first?.error}`;
  if (first !== undefined) setCondition(run, "ScalingActive", "False", first.reason, words);
  const count = missing.length;
  return `invalid metrics (${count} invalid out of ${count}), first error is: ${first?.about}: ${first?.error}`;
}

interface Scale {
  readonly path: string;
  readonly current: number;
}

/** Number of tries after conflicts, as in the reference. */
const TRIES = 5;

/** Reads the scale and writes it with another size; a conflict is retried. */
async function writeScale({ context }: Run, path: string, replicas: number): Promise<ApiResult> {
  for (let tries = 1; ; tries++) {
    const read = await context.api.get(path);
    if (read.status >= 300) return read;
    const scale = { ...read.body, spec: { ...record(read.body.spec), replicas } };
    const written = await context.api.send("PUT", path, scale);
    if (written.status !== 409 || tries >= TRIES) return written;
  }
}

async function rescale(run: Run, { path, current }: Scale, { replicas, reason }: Bound): Promise<void> {
  const { events, now } = run.context;
  const { status, body } = await writeScale(run, path, replicas);
  if (status >= 300) {
    const why = String(body.message ?? status);
    events.warning(
      run.autoscaler,
      "FailedRescale",
      `New size: ${replicas}; reason: ${reason}; error: ${why}`,
    );
    const words = `the HPA controller was unable to update the target scale: ${why}`;
    setCondition(run, "AbleToScale", "False", "FailedUpdateScale", words);
    setReplicas(run, current, run.status.desiredReplicas ?? 0);
    return;
  }
  const words = `the HPA controller was able to update the target scale to ${replicas}`;
  setCondition(run, "AbleToScale", "True", "SucceededRescale", words);
  events.normal(run.autoscaler, "SuccessfulRescale", `New size: ${replicas}; reason: ${reason}`);
  setReplicas(run, current, replicas);
  run.status = { ...run.status, lastScaleTime: formatTime(now()) };
}

/** Sets the numbers of replicas. All values of metrics are removed from the status. */
function setReplicas(run: Run, currentReplicas: number, desiredReplicas: number): void {
  const { conditions = [], lastScaleTime } = run.status;
  run.status = {
    currentReplicas,
    desiredReplicas,
    currentMetrics: null,
    ...(lastScaleTime === undefined ? {} : { lastScaleTime }),
    conditions,
  };
}

/** Sets a condition. It keeps its place in the list, and its last transition time if the status is the same. */
function setCondition(run: Run, type: string, status: string, reason: string, message: string): void {
  const conditions = run.status.conditions ?? [];
  const known = conditions.find((condition) => condition.type === type);
  const lastTransitionTime =
    known?.status === status ? (known.lastTransitionTime ?? null) : formatTime(run.context.now());
  const condition: Condition = { type, status, reason, message, lastTransitionTime };
  const next =
    known === undefined
      ? [...conditions, condition]
      : conditions.map((one) => (one === known ? condition : one));
  run.status = { ...run.status, conditions: next };
}
