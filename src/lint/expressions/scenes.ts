import type { CompiledSelector } from "../../admission/rule.ts";
import { formatGroupVersion } from "../../api/group-version.ts";
import type { KubeObject, UserInfo } from "../../api/meta.ts";
import type { Labels } from "../../api/selectors/label-selector.ts";
import { admissionActivation } from "../../cel/kubernetes/admission-variables.ts";
import type { Activation } from "../../cel/plan/frame.ts";
import { isJsonObject, type Json, type JsonObject, record } from "../../json/value.ts";
import type { Registry } from "../../resources/registry.ts";
import { APPLIER, hubOf } from "../requests/lint-request.ts";
import { satisfying } from "../requests/satisfying.ts";
import { sampleObjects } from "../tried/sample-objects.ts";
import type { Evaluation } from "./evaluated.ts";
import type { Target } from "./targets.ts";

/** Labels and annotations that all parts of an object have; undefined if they are absent. */
export type Marks = Readonly<Record<string, string>> | undefined;

/** Every text and word of the expressions as a label, so that each key that they read is there. */
export function allMarks({ of, steps }: Evaluation): Record<string, string> {
  const all = [JSON.stringify(of.object.spec ?? {}), ...steps.map(({ expression }) => expression)].join(" ");
  const words = all.match(/[A-Za-z0-9][A-Za-z0-9_./-]*/g) ?? [];
  return Object.fromEntries(
    words.flatMap((word) => [word, ...word.split(".")]).map((word) => [word, "sample"]),
  );
}

/** A request with which expressions are evaluated, as far as it is not the usual one. */
interface SceneChoices {
  /** Default: the object has no labels and annotations. */
  readonly marks?: Marks;
  /** Name in the request; empty for the deletion of a collection. Default: `sample`. */
  readonly name?: string;
  /** Default: `sample`. */
  readonly namespace?: string;
  /** Labels and annotations of the namespace. Default: those that every namespace has. */
  readonly ofNamespace?: Marks;
  /** Default: the user who applies manifests. */
  readonly user?: UserInfo;
  /** Changes the object. Default: nothing is changed. */
  readonly change?: (object: JsonObject) => JsonObject;
}

/** Makes the variables of expressions for a request. There is no authorizer and no parameter. */
export type Scene = (target: Target, choices?: SceneChoices) => Activation;

/** Scenes with the labels that a selector requires; undefined if none were found. */
export function scenesFor(objectSelector: CompiledSelector, registry: Registry): Scene | undefined {
  const needed = satisfying(objectSelector);
  return needed && ((target, choices = {}) => sceneOf(target, needed, registry, choices));
}

function sceneOf(target: Target, needed: Labels, registry: Registry, choices: SceneChoices): Activation {
  const { name = "sample", namespace: own = "sample", user = APPLIER } = choices;
  const { operation, resource, subresource, kind, namespaced } = target;
  const object = objectOf(target, needed, registry, choices);
  const namespace = namespaced ? own : resource.resource === "namespaces" ? name : "";
  const input = {
    attributes: { operation, kind, resource, subresource, namespace, user, dryRun: false, options: {} },
    kind,
    object: operation === "DELETE" ? null : object,
    oldObject: operation === "CREATE" || operation === "CONNECT" ? null : object,
    name,
  };
  return admissionActivation(
    input,
    undefined,
    namespaced ? { namespaceObject: namespaceOf(own, choices.ofNamespace) } : {},
  );
}

const namespaceOf = (name: string, marks: Marks): JsonObject => ({
  metadata: {
    name,
    labels: { ...marks, "kubernetes.io/metadata.name": name },
    ...(marks !== undefined && { annotations: { ...marks } }),
  },
  spec: { finalizers: ["kubernetes"] },
  status: { phase: "Active" },
});

function objectOf(target: Target, needed: Labels, registry: Registry, choices: SceneChoices): KubeObject {
  const { marks, namespace = "sample", change = (object) => object } = choices;
  const { kind, resource, operation, namespaced } = target;
  const head = { apiVersion: formatGroupVersion(kind), kind: kind.kind };
  if (operation === "CONNECT") return head as unknown as KubeObject;
  const [body = {}] = sampleObjects(resource.group, resource.resource);
  const labels = { ...marks, ...needed };
  const metadata = {
    name: "sample",
    uid: "00000000-0000-4000-8000-000000000000",
    ...(namespaced && { namespace }),
    ...(Object.keys(labels).length > 0 && { labels }),
    ...(marks !== undefined && { annotations: { ...marks } }),
  };
  const written = { ...head, metadata, ...record(marked(body, marks)) };
  return hubOf(change(written), registry) as KubeObject;
}

/** Gives each `metadata` inside an object the marks, or none. */
function marked(value: Json, marks: Marks): Json {
  if (Array.isArray(value)) return value.map((one) => marked(one, marks));
  if (!isJsonObject(value)) return value;
  const { metadata, ...rest } = value;
  const inside = Object.fromEntries(
    Object.entries(rest).map(([name, part]) => [name, marked(part ?? null, marks)]),
  );
  if (metadata === undefined) return inside;
  return {
    ...inside,
    metadata: marks === undefined ? {} : { labels: { ...marks }, annotations: { ...marks } },
  };
}
