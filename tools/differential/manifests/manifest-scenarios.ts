import { clone } from "../../../src/json/object.ts";
import { isJsonObject, type JsonObject } from "../../../src/json/value.ts";
import type { Step } from "../case.ts";
import { collectionOf, RESOURCES, type Resource } from "../kinds/resources.ts";
import { isOnlyTried, tameBody } from "../kinds/tame.ts";
import { Scenario } from "../scenarios/scenario.ts";
import { customScenarios } from "./custom-scenarios.ts";
import { type Manifest, readManifests } from "./read-manifests.ts";

/** Number of objects in one scenario. */
const MANY = 25;

/** Typical use of manifests, for all manifests of a folder: each is created, read, applied, changed and removed. */
export function manifestScenarios(folder: string): Scenario[] {
  const all = readManifests(folder);
  return [...RESOURCES.flatMap((resource) => builtInScenarios(resource, all)), ...customScenarios(all)];
}

function builtInScenarios(resource: Resource, all: readonly Manifest[]): Scenario[] {
  const own = all.filter(
    ({ apiVersion, kind }) => apiVersion === resource.apiVersion && kind === resource.kind,
  );
  if (resource.kind === "CustomResourceDefinition" || resource.kind === "Namespace") return [];
  const chunks = Array.from({ length: Math.ceil(own.length / MANY) }, (_, i) =>
    own.slice(i * MANY, (i + 1) * MANY),
  );
  return chunks.map((chunk, i) => {
    const made = new Scenario(`${resource.kind}-${resource.apiVersion}-${i}`);
    for (const manifest of chunk) playManifest(made, collectionOf(resource), lookOf(resource), manifest);
    return made;
  });
}

/** Form in which objects of a kind are sent. */
export interface Look {
  /** True if there are only dry runs, because writes would affect other cases. */
  readonly isTried: boolean;
  readonly body: (object: JsonObject) => JsonObject;
}

const lookOf = (resource: Resource): Look => ({
  isTried: isOnlyTried(resource) || !resource.namespaced,
  body: (object) => tameBody(resource, object),
});

/** Its namespace is the one of the case. */
function placed(object: JsonObject): JsonObject {
  const made = clone(object);
  if (isJsonObject(made.metadata)) delete made.metadata.namespace;
  return made;
}

const STRICT = ["fieldValidation", "Strict"] as const;
const DRY = ["dryRun", "All"] as const;
const TABLE = { accept: "application/json;as=Table;v=v1;g=meta.k8s.io,application/json" };

export function playManifest(
  scenario: Scenario,
  collection: string,
  { isTried, body }: Look,
  { object }: Manifest,
): void {
  const sent = body(placed(object));
  const dry: Step["query"] = isTried ? [DRY] : [];
  scenario.post(collection, sent, [STRICT, DRY]);
  const posted = scenario.post(collection, sent, dry);
  const { name } = isJsonObject(sent.metadata) ? sent.metadata : {};
  if (typeof name !== "string" || !/^[\w.:-]+$/.test(name)) return;
  const path = `${collection}/${name}`;
  scenario.apply(path, sent, "somebody", undefined, [STRICT, ...dry]);
  scenario.apply(path, sent, "somebody", true, dry);
  if (isTried) return;
  scenario.get(path, [], { headers: TABLE, onlyAfter: { step: posted, status: 201 } });
  scenario.patch("merge", path, { metadata: { labels: { changed: "yes" } } });
  scenario.patch("strategic", path, { metadata: { annotations: { changed: null } }, spec: sent.spec });
  scenario.put(path, sent);
  scenario.delete(path, { gracePeriodSeconds: 0 });
}
