import { type KubeObject, specOf } from "../../../../api/meta.ts";
import type { StatusError } from "../../../../api/status.ts";
import { text } from "../../../../json/value.ts";
import type { BuiltinPlugin, PluginContext, PluginResult } from "../../../hook.ts";
import { withSpec } from "../fields.ts";
import { forbid } from "../forbid.ts";
import { isPods, isResource } from "../is-resource.ts";

const GROUP = "scheduling.k8s.io";

interface Class {
  readonly name: string;
  readonly value: number;
  readonly preemptionPolicy: string | undefined;
}

const NO_CLASS: Class = { name: "", value: 0, preemptionPolicy: "PreemptLowerPriority" };

/** Sets the priority of pods from their class, and allows only one default class. */
export const priority: BuiltinPlugin = {
  kind: "builtin",
  name: "Priority",
  operations: new Set(["CREATE", "UPDATE", "DELETE"]),
  admit: (context) => {
    const { attributes, object } = context;
    if (object === null || !isPods(attributes)) return undefined;
    if (attributes.operation === "UPDATE") return keepOld(object, attributes.oldObject);
    return attributes.operation === "CREATE" ? setPriority(context, object) : undefined;
  },
  validate: (context) => {
    const { attributes, object } = context;
    if (object === null || !isResource(attributes, GROUP, "priorityclasses")) return undefined;
    return object.globalDefault === true ? onlyDefault(context, object) : undefined;
  },
};

/** Copies the old values of fields that a client omitted; validation refuses changes of them. */
function keepOld(object: KubeObject, old: KubeObject | null): PluginResult {
  const spec = specOf(object);
  const before = specOf(old);
  const missing = (["priority", "preemptionPolicy"] as const).filter(
    (key) => (spec[key] ?? null) === null && (before[key] ?? null) !== null,
  );
  if (missing.length === 0) return undefined;
  return withSpec(object, Object.fromEntries(missing.map((key) => [key, before[key]])));
}

function setPriority(context: PluginContext, object: KubeObject): PluginResult {
  const spec = specOf(object);
  const wanted = text(spec.priorityClassName);
  const found = wanted === "" ? defaultClass(context) : classNamed(context, wanted);
  if (found === undefined) return forbid(context, `no PriorityClass with name ${wanted} was found`);
  const problem = contradiction(context, spec.priority, spec.preemptionPolicy, found);
  if (problem !== undefined) return problem;
  return withSpec(object, {
    ...(found.name === "" ? {} : { priorityClassName: found.name }),
    priority: found.value,
    ...(found.preemptionPolicy === undefined ? {} : { preemptionPolicy: found.preemptionPolicy }),
  });
}

function contradiction(
  context: PluginContext,
  given: unknown,
  policy: unknown,
  { value, preemptionPolicy }: Class,
): StatusError | undefined {
  if (typeof given === "number" && given !== value) {
    return forbid(
      context,
      `the integer value of priority (${given}) must not be provided in pod spec; priority admission controller computed ${value} from the given PriorityClass name`,
    );
  }
  if (typeof policy !== "string" || preemptionPolicy === undefined || policy === preemptionPolicy)
    return undefined;
  return forbid(
    context,
    `the string value of PreemptionPolicy (${policy}) must not be provided in pod spec; priority admission controller computed ${preemptionPolicy} from the given PriorityClass name`,
  );
}

function classNamed({ lookup }: PluginContext, name: string): Class | undefined {
  const stored = lookup.get(GROUP, "priorityclasses", "", name);
  return stored && classOf(stored);
}

function defaultClass(context: PluginContext): Class {
  const stored = storedDefault(context);
  return stored === undefined ? NO_CLASS : classOf(stored);
}

/** Returns the default class; of several, the one with the lowest value. */
function storedDefault({ lookup }: PluginContext): KubeObject | undefined {
  let best: KubeObject | undefined;
  for (const one of lookup.list(GROUP, "priorityclasses"))
    if (one.globalDefault === true && (best === undefined || numberOf(one) < numberOf(best))) best = one;
  return best;
}

const numberOf = ({ value }: KubeObject): number => (typeof value === "number" ? value : 0);

const classOf = (object: KubeObject): Class => ({
  name: object.metadata.name ?? "",
  value: numberOf(object),
  preemptionPolicy: text(object.preemptionPolicy) || undefined,
});

function onlyDefault(context: PluginContext, object: KubeObject): PluginResult {
  const other = storedDefault(context)?.metadata.name;
  if (other === undefined) return undefined;
  if (context.attributes.operation === "UPDATE" && other === object.metadata.name) return undefined;
  return forbid(context, `PriorityClass ${other} is already marked as default. Only one default can exist`);
}
