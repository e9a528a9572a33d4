import type { KubeObject } from "../../../api/meta.ts";
import type { JsonObject } from "../../../json/value.ts";
import { messageOf } from "../../../report/describe-error.ts";
import type { Pod, PodTemplateSpec as PodTemplate } from "../../../types/tables/core/v1-types.ts";
import { RequestError } from "../client.ts";
import type { WorkloadContext } from "../context.ts";
import { type Kind, PODS } from "../kinds.ts";
import { slowStartBatch } from "../slow-start.ts";
import { podFromTemplate } from "./pod-from-template.ts";

type PodContext = Pick<WorkloadContext, "writer" | "events">;

/** Creates `count` pods that `owner` controls. Returns the first error. */
export async function makePods(
  context: PodContext,
  kind: Kind<KubeObject>,
  owner: KubeObject,
  template: PodTemplate,
  count: number,
): Promise<unknown> {
  const { error } = await slowStartBatch(count, () =>
    makePod(context, owner, podFromTemplate(template, kind, owner)),
  );
  return error;
}

/**
 * Creates a pod, and records an Event about `owner`. A refusal because the namespace is being deleted is not
 * an error.
 */
export async function makePod(
  { writer, events }: PodContext,
  owner: KubeObject,
  pod: JsonObject,
): Promise<void> {
  try {
    const { metadata } = await writer.create(PODS, owner.metadata.namespace ?? "", pod);
    events.normal(owner, "SuccessfulCreate", `Created pod: ${metadata.name}`);
  } catch (error) {
    if (error instanceof RequestError && error.isTerminating) return;
    events.warning(owner, "FailedCreate", `Error creating: ${messageOf(error)}`);
    throw error;
  }
}

/** Deletes pods concurrently. Returns the first error. */
export async function removePods(
  context: PodContext,
  owner: KubeObject,
  pods: readonly Pod[],
): Promise<unknown> {
  const results = await Promise.allSettled(pods.map((pod) => removePod(context, owner, pod)));
  return results.find((result) => result.status === "rejected")?.reason;
}

async function removePod({ writer, events }: PodContext, owner: KubeObject, pod: Pod): Promise<void> {
  try {
    await writer.remove(PODS, pod);
    events.normal(owner, "SuccessfulDelete", `Deleted pod: ${pod.metadata.name}`);
  } catch (error) {
    if (error instanceof RequestError && error.status === 404) return;
    events.warning(owner, "FailedDelete", `Error deleting: ${messageOf(error)}`);
    throw new Error(`unable to delete pods: ${messageOf(error)}`);
  }
}
