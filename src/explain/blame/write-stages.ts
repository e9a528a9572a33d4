import type { ObjectChange, Verdict } from "../../admission/verdict.ts";
import { formatGroupVersion } from "../../api/group-version.ts";
import type { KubeObject } from "../../api/meta.ts";
import { copyWithNotes } from "../../api/object/notes.ts";
import { withoutManagedFields } from "../../api/object/without-managed-fields.ts";
import { parseYaml } from "../../go-yaml/read-yaml.ts";
import { equal } from "../../json/equal.ts";
import { parseJson } from "../../json/parse/parse.ts";
import { isJsonObject, type Json, type JsonObject, record, text } from "../../json/value.ts";
import { applyJsonPatch } from "../../patch/apply.ts";
import { attempt } from "../../report/attempt.ts";
import { managerName } from "../../resources/machine/apply/managers/manager-name.ts";
import type { FoundKind, Registry } from "../../resources/registry.ts";
import type { FieldWriter, Written } from "./field-writer.ts";

/** The object after a part of the write, and who did this part. */
interface Stage {
  readonly by: FieldWriter;
  readonly object: JsonObject;
  /** True if the server read the object of the client here. */
  readonly isDecoding?: boolean;
}

interface Stages {
  /** The stored object before the request; null: there was none. */
  readonly old: JsonObject | null;
  readonly stages: readonly Stage[];
}

const SERVER: FieldWriter = { kind: "server", name: "" };
const DEFAULT: FieldWriter = { kind: "default", name: "" };

/** The states of the object of a write in the hub version; undefined if they were not recorded. */
export function stagesOf(
  { info, request, trail }: Written,
  { attributes, received, changes }: Verdict,
  registry: Registry,
): Stages | undefined {
  const found = registry.find(info.group, info.version, info.resource);
  const isOwn = found !== undefined && attributes.kind.kind === found.kind.kind;
  if (trail === undefined || !isOwn || received === undefined || received === null) return undefined;
  const { fieldManager } = Object.fromEntries(request.query);
  const client: FieldWriter = {
    kind: "client",
    name: fieldManager ?? managerName(headerText(request.headers["user-agent"])),
  };
  const body = trail.patched ?? bodyOf(trail.body, request.headers["content-type"]);
  const sent = inHub(withNamespace(body, found.resource.namespaced ? info.namespace : ""), found);
  const { admitted, stored } = trail;
  const states: Stage[] = [
    ...(sent === undefined ? [] : [{ by: client, object: sent }]),
    { by: sent === undefined ? client : DEFAULT, object: received, isDecoding: sent !== undefined },
    ...changes.flatMap((change) => stagesOfChange(change, found)),
    ...(admitted === undefined ? [] : [{ by: SERVER, object: admitted }]),
    ...(stored === undefined ? [] : [{ by: SERVER, object: stored.value }]),
  ];
  return {
    old: attributes.oldObject === null ? null : withoutManagedFields(attributes.oldObject),
    stages: states.map((stage) => ({
      ...stage,
      object: withData(withoutManagedFields(stage.object), found),
    })),
  };
}

/** Adds the namespace of the URL, which the client need not repeat in the body. */
function withNamespace(body: Json | undefined, namespace: string): Json | undefined {
  if (!isJsonObject(body) || namespace === "") return body;
  return { ...body, metadata: { namespace, ...record(body.metadata) } };
}

/** Moves stringData of a Secret to data, as the server does when it reads the object. */
function withData(object: JsonObject, { resource }: FoundKind): JsonObject {
  const { stringData, ...rest } = object;
  if (!isJsonObject(stringData) || resource.group !== "" || resource.plural !== "secrets") return object;
  const moved = Object.entries(stringData).map(([key, value]) => [
    key,
    Buffer.from(text(value)).toString("base64"),
  ]);
  return { ...rest, data: { ...record(rest.data), ...Object.fromEntries(moved) } };
}

const headerText = (value: string | readonly string[] | undefined): string | undefined =>
  typeof value === "string" ? value : value?.[0];

/** Parses a body; undefined for protobuf, which does not tell absent fields from empty ones. */
function bodyOf(
  body: Uint8Array | undefined,
  type: string | readonly string[] | undefined,
): Json | undefined {
  if (body === undefined || headerText(type)?.includes("protobuf") === true) return undefined;
  const isYaml = headerText(type)?.includes("yaml") === true;
  return attempt(() => (isYaml ? parseYaml(Buffer.from(body).toString()) : parseJson(body)));
}

/** Converts an object of the version in the URL. Undefined if this takes a webhook, or the object cannot be read. */
function inHub(sent: Json | undefined, { kind, resource }: FoundKind): JsonObject | undefined {
  if (!isJsonObject(sent)) return undefined;
  const typed = { apiVersion: formatGroupVersion(kind), kind: kind.kind, ...sent };
  if (kind === resource.hub) return typed;
  if (kind.custom === true)
    return kind.ready === undefined ? { ...typed, apiVersion: formatGroupVersion(resource.hub) } : undefined;
  return attempt(() => kind.toHub(kind.decode(copyWithNotes(typed))));
}

/** A change as it was written, and with the defaults that the server then filled in. */
function stagesOfChange(change: ObjectChange, { resource, kind }: FoundKind): Stage[] {
  const by = writerOf(change);
  const { before, after } = change;
  if (after.apiVersion !== undefined && after.apiVersion !== formatGroupVersion(resource.hub))
    return kind.custom === true || before === null ? [] : [{ by, object: hubOf(after, resource) ?? before }];
  const written =
    change.kind === "plugin" || before === null ? undefined : writtenIn(change.written, before, after);
  return written === undefined
    ? [{ by, object: after }]
    : [
        { by, object: written },
        { by: DEFAULT, object: after, isDecoding: true },
      ];
}

function hubOf(object: KubeObject, { versions }: FoundKind["resource"]): KubeObject | undefined {
  const version = versions.find((one) => formatGroupVersion(one) === object.apiVersion);
  return version?.toHub(copyWithNotes(object));
}

function writtenIn(
  written: Exclude<ObjectChange, { kind: "plugin" }>["written"],
  before: KubeObject,
  after: KubeObject,
): JsonObject | undefined {
  if (written.kind === "apply") return writtenParts(before, after, written.configuration);
  const patched = attempt(() => applyJsonPatch(before, written.patch));
  return isJsonObject(patched) ? patched : undefined;
}

function writerOf(change: ObjectChange): FieldWriter {
  const { round } = change;
  switch (change.kind) {
    case "plugin":
      return { kind: "plugin", name: change.name, round };
    case "policy":
      return { kind: "policy", name: change.policy.name, round };
    case "webhook":
      return { kind: "webhook", name: change.hook.name, configuration: change.hook.configuration, round };
  }
}

/**
 * The changed object without what the configuration of a policy does not name and the object before did not have: the
 * server filled this in.
 */
function writtenParts(before: JsonObject, after: JsonObject, configuration: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(after).flatMap(([key, value]) => {
      const [old, own] = [before[key], configuration[key]];
      if (value === undefined || (old === undefined && own === undefined)) return [];
      return [[key, partsOf(old, value, own)]];
    }),
  );
}

function partsOf(before: Json | undefined, after: Json, configuration: Json | undefined): Json {
  if (isJsonObject(after)) {
    const old = isJsonObject(before) ? before : {};
    return writtenParts(old, after, isJsonObject(configuration) ? configuration : {});
  }
  if (!Array.isArray(after) || equal(before, after)) return after;
  return after.map((item) => partsOf(sameItem(before, item), item, sameItem(configuration, item)));
}

/** Members that identify an item in the lists of Kubernetes. */
const KEYS = ["name", "mountPath", "containerPort", "port", "key", "type", "ip", "uid", "topologyKey"];

function sameItem(list: Json | undefined, item: Json): Json | undefined {
  if (!Array.isArray(list) || !isJsonObject(item)) return undefined;
  const key = KEYS.find((member) => item[member] !== undefined);
  return list.find((one) =>
    key === undefined ? equal(one, item) : isJsonObject(one) && one[key] === item[key],
  );
}
