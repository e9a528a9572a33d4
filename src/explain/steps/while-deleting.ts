import type { Verdict } from "../../admission/verdict.ts";
import type { KubeObject } from "../../api/meta.ts";
import type { Cause, Step } from "../explanation.ts";
import type { Sources } from "../sources.ts";
import { type Explained, isChangeOf, stepCause } from "./explained.ts";

/** The match condition that leaves out objects that are being deleted. */
const GUARD =
  "leave out what is being deleted, with the match condition oldObject == null || !has(oldObject.metadata.deletionTimestamp)";

/**
 * Says what a webhook or a policy does to an object that is being deleted: it refuses that finalizers are removed, or writes them
 * again, so that they stay, and the object, too.
 */
export function whileDeleting(
  verdict: Verdict,
  explained: readonly Explained<Step>[],
  sources: Sources,
): Cause[] {
  const { attributes, received, validated } = verdict;
  const { oldObject, operation } = attributes;
  const isDeleted = Boolean(oldObject?.metadata.deletionTimestamp);
  if (operation !== "UPDATE" || !isDeleted) return [];
  const removed = (oldObject?.metadata.finalizers ?? []).filter((name) => !hasFinalizer(received, name));
  const again = removed.filter((name) => hasFinalizer(validated, name));
  const refusing = explained.find(({ refused }) => refused)?.step;
  const step =
    refusing ?? explained.find(({ step: one }) => again.some((name) => adds(verdict, one, name)))?.step;
  const names = refusing === undefined ? again : removed;
  if (step === undefined || step.kind === "plugin" || names.length === 0) return [];
  const verb = names.length === 1 ? "stays" : "stay";
  const does = refusing === undefined ? "adds again what the request removes from" : "refuses an update of";
  const message = `it ${does} an object that is being deleted: ${names.join(", ")} ${verb} on it, so that the object stays, too`;
  return [{ ...stepCause(step, sources)("deletion", message, []), advice: GUARD }];
}

const hasFinalizer = (object: KubeObject | null | undefined, name: string): boolean =>
  object?.metadata?.finalizers?.includes(name) === true;

/** True if the webhook or policy of a step added a finalizer. */
const adds = ({ changes }: Verdict, step: Step, name: string): boolean =>
  changes.some(
    (change) =>
      isChangeOf(step, change) && !hasFinalizer(change.before, name) && hasFinalizer(change.after, name),
  );
