import type { Verdict } from "../../admission/verdict.ts";
import type { Cause, Step } from "../explanation.ts";
import type { Sources } from "../sources.ts";
import { type Explained, stepCause } from "./explained.ts";

/** The match condition that leaves out objects that are being deleted. */
const GUARD =
  "leave out what is being deleted, with the match condition oldObject == null || !has(oldObject.metadata.deletionTimestamp)";

/**
 * Says what the refusal by a webhook or a policy means for an object that is being deleted: the finalizers that were to be
 * removed stay, and so does the object.
 */
export function whileDeleting(
  { attributes: { oldObject, operation }, received }: Verdict,
  explained: readonly Explained<Step>[],
  sources: Sources,
): Cause[] {
  const isDeleted = oldObject?.metadata.deletionTimestamp !== undefined;
  const step = explained.find(({ refused }) => refused)?.step;
  if (operation !== "UPDATE" || !isDeleted || step === undefined || step.kind === "plugin") return [];
  const left = received?.metadata?.finalizers ?? [];
  const removed = (oldObject?.metadata.finalizers ?? []).filter((name) => !left.includes(name));
  if (removed.length === 0) return [];
  const verb = removed.length === 1 ? "stays" : "stay";
  const message = `it refuses an update of an object that is being deleted: ${removed.join(", ")} ${verb} on it, so that the object stays, too`;
  return [{ ...stepCause(step, sources)("deletion", message, []), advice: GUARD }];
}
