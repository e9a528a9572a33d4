import { type KubeObject, specOf } from "../../../../api/meta.ts";
import { given } from "../../../../api/object/emptied.ts";
import { plainError, StatusError } from "../../../../api/status.ts";
import { pathSegmentNameProblems } from "../../../../api/validation/name-format.ts";
import { quote } from "../../../../go/quote.ts";
import { semanticEqual } from "../../../../json/semantic-equal.ts";
import { type JsonObject, record, records } from "../../../../json/value.ts";
import type { BuiltinPlugin, PluginContext, PluginResult } from "../../../hook.ts";
import { withSpec } from "../fields.ts";
import { forbid } from "../forbid.ts";
import { isPods } from "../is-resource.ts";
import { mergeTolerations } from "./tolerations.ts";

const MISMATCH = "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead";

/** Sets overhead, node selector and tolerations of a pod from its RuntimeClass. */
export const runtimeClass: BuiltinPlugin = {
  kind: "builtin",
  name: "RuntimeClass",
  operations: new Set(["CREATE"]),
  admit: (context) => {
    const { attributes, object } = context;
    if (object === null || !isPods(attributes) || !namesClass(object)) return undefined;
    return applyClass(context, object);
  },
  validate: (context) => {
    const { attributes, object } = context;
    if (object === null || !isPods(attributes)) return undefined;
    return namesClass(object) ? checkClass(context, object) : withoutClass(context, object);
  },
};

const namesClass = (pod: KubeObject): boolean => typeof specOf(pod).runtimeClassName === "string";

function classOf(context: PluginContext, pod: KubeObject): KubeObject | StatusError {
  const name = String(specOf(pod).runtimeClassName);
  const problem = nameProblem(name);
  if (problem !== undefined) return plainError(problem);
  const found = context.lookup.get("node.k8s.io", "runtimeclasses", "", name);
  return found ?? forbid(context, `pod rejected: RuntimeClass ${quote(name)} not found`);
}

/**
 * Error about a name that kube-apiserver's client reports before it sends a request
 * (client-go/rest/request.go, Name).
 */
function nameProblem(name: string): string | undefined {
  if (name === "") return "resource name may not be empty";
  const problems = pathSegmentNameProblems(name);
  return problems.length === 0 ? undefined : `invalid resource name ${quote(name)}: [${problems.join(" ")}]`;
}

function applyClass(context: PluginContext, pod: KubeObject): PluginResult {
  const found = classOf(context, pod);
  if (found instanceof StatusError) return found;
  const { overhead, scheduling } = found;
  const podFixed = record(record(overhead).podFixed);
  const own = record(specOf(pod).overhead);
  if (overhead && Object.keys(own).length > 0 && !semanticEqual(own, podFixed))
    return forbid(context, MISMATCH);
  const loaded = overhead ? withSpec(pod, { overhead: { ...podFixed } }) : pod;
  return scheduling ? schedule(context, loaded, record(scheduling)) : loaded;
}

function schedule(context: PluginContext, pod: KubeObject, scheduling: JsonObject): PluginResult {
  const spec = specOf(pod);
  const own = record(spec.nodeSelector);
  const wanted = record(scheduling.nodeSelector);
  for (const key of Object.keys(wanted)) {
    if (!Object.hasOwn(own, key) || own[key] === wanted[key]) continue;
    const conflict = `conflict: runtimeClass.scheduling.nodeSelector[${key}] = ${wanted[key]}; pod.spec.nodeSelector[${key}] = ${own[key]}`;
    return forbid(context, conflict);
  }
  const tolerations = mergeTolerations(records(spec.tolerations), records(scheduling.tolerations));
  return withSpec(pod, {
    ...(Object.keys(wanted).length === 0 ? {} : { nodeSelector: { ...own, ...wanted } }),
    ...(tolerations.length === 0 ? {} : { tolerations }),
  });
}

function checkClass(context: PluginContext, pod: KubeObject): PluginResult {
  const found = classOf(context, pod);
  if (found instanceof StatusError) return found;
  if (!found.overhead) return withoutClass(context, pod);
  const same = semanticEqual(record(found.overhead).podFixed, specOf(pod).overhead);
  return same ? undefined : forbid(context, MISMATCH);
}

function withoutClass(context: PluginContext, pod: KubeObject): PluginResult {
  if ((given(specOf(pod), "overhead") ?? null) === null) return undefined;
  return forbid(
    context,
    "pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead",
  );
}
