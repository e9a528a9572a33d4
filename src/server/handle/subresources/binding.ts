import type { KubeObject } from "../../../api/meta.ts";
import { copyWithNotes } from "../../../api/object/notes.ts";
import { badRequest, conflict, notFound, plainError } from "../../../api/status.ts";
import { aggregate } from "../../../api/validation/field-error.ts";
import { collectErrors } from "../../../api/validation/field-report.ts";
import { dns1123SubdomainProblems } from "../../../api/validation/name-format.ts";
import { quote } from "../../../go/quote.ts";
import { type JsonObject, membersOf, record } from "../../../json/value.ts";
import { objectOf } from "../../../storage/object-of.ts";
import { builtinKind } from "../../kinds.ts";
import { runSteps, type Step } from "../../loop/run-steps.ts";
import type { RequestContext } from "../../request-context.ts";
import { type Answer, succeeded } from "../../respond/answer.ts";
import type { Reads } from "../read/reads.ts";
import type { Target } from "../target.ts";
import { nameParameterProblem } from "../target.ts";
import { bindingKind } from "../transient-kinds.ts";
import { assertInTime } from "../write/assert-in-time.ts";
import { seal } from "../write/seal.ts";
import { admitValidating } from "../write/steps/admit.ts";
import { wipeSystemFields } from "../write/steps/read.ts";
import { ADMIT_TRANSIENT, READ_TRANSIENT } from "../write/steps/transient.ts";
import { Write } from "../write/steps/write.ts";
import { LOST, onNewest, unwritten, written } from "../write/store/on-newest.ts";
import { unmetPrecondition } from "../write/store/unmet-precondition.ts";
import type { Needs } from "../write/writes.ts";
import { withPodCondition } from "./pod-condition.ts";

/** Dependencies of the binding of a pod to a node. */
export interface Bindings extends Needs, Reads {}

const PODS = { group: "", resource: "pods" };
const SCHEDULED = { type: "PodScheduled", status: "True" };
const POD_BINDING = { group: "", resource: "pods/binding" };

/** Answers the POST of a Binding, to a pod's subresource or to the collection: sets the pod's node. */
export async function bind(bindings: Bindings, context: RequestContext, target: Target): Promise<Answer> {
  const write = new Write(bindings, context, target, bindingKind());
  await runSteps(BIND, write);
  return succeeded({ code: 201 });
}

/** The subresource reads uid and version of the pod from the Binding, the collection does not. */
function wipeInCollection(write: Write<Bindings>): void {
  if (write.target.name === "") wipeSystemFields(write);
}

/** Refuses a Binding with another name than the URL's. */
function requireBindingName({ target, object }: Write<Bindings>): void {
  if (target.name !== "" && object.metadata.name !== target.name)
    throw badRequest("name in URL does not match name in Binding object");
}

/** Validates a binding. Its errors are plain errors, as in the reference. */
function validateBinding({ object: binding }: Write<Bindings>): void {
  const { kind = "", name = "" } = membersOf<{ kind?: string; name?: string }>(binding.target);
  const errors = collectErrors("target", (at) => {
    if (kind !== "" && kind !== "Node") at.child("kind").notSupportedText(kind, ["Node", "<empty>"]);
    if (name === "") at.child("name").required();
    else if (kind === "" || kind === "Node") at.check("name", name, dns1123SubdomainProblems);
  });
  if (errors.length > 0)
    throw plainError(aggregate(errors.map(({ field, message }) => `${field}: ${message}`)));
}

/** Checks the pod's name, which has not been checked yet if it is not in the URL. */
function checkName(name: string): void {
  const problem = nameParameterProblem(name);
  if (problem !== undefined) throw badRequest(problem);
}

/** Sets the node of the pod. */
function assign({
  server: bindings,
  context,
  target,
  object: binding,
  options,
}: Write<Bindings>): Promise<void> {
  const { dryRun } = options;
  const { name = "" } = binding.metadata;
  checkName(name);
  const key = `/registry/pods/${target.namespace}/${name}`;
  return onNewest(bindings.storage, key, async (entry) => {
    if (entry === undefined) throw notFound(PODS, name);
    const pod = objectOf(entry);
    const { uid, resourceVersion } = binding.metadata;
    const another = unmetPrecondition(pod.metadata, { resource: PODS, key, dryRun, uid, resourceVersion });
    if (another !== undefined) throw another;
    const next = assigned(pod, binding, bindings);
    if (dryRun) return unwritten(undefined);
    assertInTime(bindings, context);
    const result = await bindings.storage.update(key, entry.revision, (revision) =>
      seal(next, revision, builtinKind(bindings.registry(), "", "Pod")),
    );
    return result.kind === "written" ? written(undefined) : LOST;
  });
}

function assigned(
  old: KubeObject,
  binding: KubeObject,
  { now: clock, features }: Pick<Bindings, "now" | "features">,
): KubeObject {
  const now = clock();
  const pod = copyWithNotes(old);
  const name = pod.metadata.name ?? "";
  const spec = membersOf<JsonObject & { nodeName?: string; schedulingGates?: JsonObject[] }>(pod.spec);
  const node = membersOf<{ name?: string }>(binding.target).name ?? "";
  if (pod.metadata.deletionTimestamp !== undefined)
    throw conflict(POD_BINDING, name, `pod ${name} is being deleted, cannot be assigned to a host`);
  if (spec.nodeName)
    throw conflict(POD_BINDING, name, `pod ${name} is already assigned to node ${quote(spec.nodeName)}`);
  if ((spec.schedulingGates ?? []).length > 0)
    throw conflict(POD_BINDING, name, `pod ${name} has non-empty .spec.schedulingGates`);
  pod.spec = { ...spec, nodeName: node };
  mergeTexts(pod, "annotations", binding);
  if (features.isOn("PodTopologyLabelsAdmission")) mergeTexts(pod, "labels", binding);
  const { nominatedNodeName, ...status } = record(pod.status);
  const isKept = nominatedNodeName !== undefined && !features.isOn("ClearingNominatedNodeNameAfterBinding");
  pod.status = withPodCondition(isKept ? { ...status, nominatedNodeName } : status, SCHEDULED, now);
  return pod;
}

/** The steps of a binding. */
export const BIND: readonly Step<Write<Bindings>>[] = [
  ...READ_TRANSIENT,
  wipeInCollection,
  ...ADMIT_TRANSIENT,
  requireBindingName,
  validateBinding,
  admitValidating,
  assign,
];

function mergeTexts(pod: KubeObject, key: "annotations" | "labels", binding: KubeObject): void {
  const added = binding.metadata[key];
  if (added !== undefined) pod.metadata[key] = { ...pod.metadata[key], ...added };
}
