import { isJsonObject, type Json, type JsonObject } from "../../../src/json/value.ts";
import type { SubresourceDefinition } from "../../../src/resources/resource-definition.ts";
import type { Edit, Step } from "../case.ts";
import { patchStep } from "./patches.ts";
import { objectPath, type Play, writeQuery } from "./play.ts";
import { fieldsOf, messageIn } from "./types.ts";

/** A request to one of the subresources that need no node. */
export function subresourceStep(play: Play, name: string): Step {
  const { random, resource } = play;
  const usable = resource.subresources.filter(({ style }) => style !== "connect");
  const sub = random.pick(usable.length > 0 ? usable : resource.subresources);
  const path = `${objectPath(play)}/${sub.name}`;
  if (random.chance(0.1)) return { name, method: "GET", path };
  if (sub.style === "scale") return scaleStep(play, name, path);
  if (sub.style === "create") return createdStep(play, name, path, sub);
  if (sub.style !== "update") return { name, method: "GET", path };
  if (random.chance(0.4)) return patchStep(play, name, path);
  const edits = sub.name === "status" ? statusEdits(play) : [...statusEdits(play), ...otherEdits(play)];
  const from = { step: "create", edits: [{ at: "/metadata/resourceVersion" }, ...edits] };
  return { name, method: "PUT", path, query: writeQuery(random, 0.05), body: play.base, from };
}

function statusEdits({ random, editor, resource }: Play): Edit[] {
  const status = fieldsOf(resource.typeName).find((field) => field.name === "status");
  const type = status === undefined ? undefined : messageIn(status.type);
  if (type === undefined) return [];
  return random.times(1, 3, () => editor.edit({}, type, "/status"));
}

const otherEdits = ({ random, editor, base, resource }: Play): Edit[] =>
  random.times(1, 2, () => editor.edit(base, resource.typeName));

function scaleStep({ random, resource, base }: Play, name: string, path: string): Step {
  const replicas: Json = random.pick<Json>([0, 1, 3, -1, null, "2", 2147483648]);
  const query = writeQuery(random, 0.05);
  if (random.chance(0.5)) {
    const headers = { "content-type": "application/merge-patch+json" };
    return { name, method: "PATCH", path, query, headers, body: { spec: { replicas } } };
  }
  const metadata: Json = random.chance(0.9) ? { name: nameIn(base), namespace: "{{ns}}" } : {};
  const kind = random.chance(0.95) ? "Scale" : resource.kind;
  const body: JsonObject = { apiVersion: "autoscaling/v1", kind, metadata, spec: { replicas } };
  return { name, method: "PUT", path, query, body };
}

const nameIn = ({ metadata }: JsonObject): Json => (isJsonObject(metadata) ? (metadata.name ?? null) : null);

const BODIES: Readonly<Record<string, string>> = {
  binding: "core/v1.Binding",
  eviction: "policy/v1.Eviction",
  token: "authentication/v1.TokenRequest",
};

function createdStep(
  { random, values, base }: Play,
  name: string,
  path: string,
  sub: SubresourceDefinition,
): Step {
  const { group = "", version = "v1", kind = "" } = sub.kind ?? {};
  const body = {
    apiVersion: group === "" ? version : `${group}/${version}`,
    kind,
    ...(random.chance(0.9) ? { metadata: { name: nameIn(base) } } : {}),
    ...values.message(BODIES[sub.name] ?? "core/v1.Binding", 2),
  };
  return { name, method: "POST", path, query: writeQuery(random, 0.05), body };
}
