import { isJsonObject, type Json, type JsonObject } from "../../../src/json/value.ts";
import { Scenario } from "../scenarios/scenario.ts";
import { playManifest } from "./manifest-scenarios.ts";
import type { Manifest } from "./read-manifests.ts";

const DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
/** Number of objects of each kind. */
const MANY = 12;

interface Definition {
  readonly name: string;
  readonly group: string;
  readonly kind: string;
  readonly plural: string;
  readonly namespaced: boolean;
  readonly versions: readonly string[];
  readonly manifest: JsonObject;
}

/** Those of one group of custom resources together: their definitions, and objects of them. */
export function customScenarios(all: readonly Manifest[]): Scenario[] {
  const defined = definitionsIn(all);
  return [...new Set(defined.map(({ group }) => group))].map((group) => {
    const definitions = defined.filter((one) => one.group === group);
    const made = new Scenario(`custom-${group}`);
    const posted = new Map(definitions.map((one) => [one, define(made, one)]));
    for (const definition of definitions) {
      readDefinition(made, definition, posted.get(definition) ?? "");
      for (const manifest of objectsOf(definition, all))
        playManifest(made, collectionOf(definition, manifest.apiVersion), LOOK, manifest);
    }
    for (const version of new Set(definitions.flatMap(({ versions }) => versions))) {
      // kube-apiserver lists several resources in any order.
      if (definitions.length === 1) made.get(`/apis/${group}/${version}`);
      made.get(`/openapi/v3/apis/${group}/${version}`);
    }
    return made;
  });
}

const LOOK = { isTried: false, body: (object: JsonObject): JsonObject => object };

/** The last one of a name, as if it had been updated to it. */
function definitionsIn(all: readonly Manifest[]): Definition[] {
  const own = all.filter(
    ({ apiVersion, kind }) => kind === "CustomResourceDefinition" && apiVersion === "apiextensions.k8s.io/v1",
  );
  const found = own.flatMap(({ object }) => definitionOf(object));
  return [...new Map(found.map((definition) => [definition.name, definition])).values()];
}

function definitionOf(manifest: JsonObject): Definition[] {
  const { metadata, spec } = manifest;
  if (!isJsonObject(metadata) || !isJsonObject(spec) || !isJsonObject(spec.names)) return [];
  const { kind, plural } = spec.names;
  const [name, group] = [metadata.name, spec.group];
  if (![name, group, kind, plural].every((text) => typeof text === "string" && /^[\w.-]+$/.test(text)))
    return [];
  const versions = (Array.isArray(spec.versions) ? spec.versions : []).filter(isJsonObject);
  return [
    {
      ...{ name: String(name), group: String(group), kind: String(kind), plural: String(plural) },
      namespaced: spec.scope === "Namespaced",
      versions: versions.filter(({ served }) => served === true).map((one) => String(one.name)),
      manifest,
    },
  ];
}

function define(made: Scenario, { name, manifest }: Definition): string {
  const posted = made.post(DEFINITIONS, withoutStatus(manifest), [["fieldValidation", "Strict"]]);
  made.removes(`${DEFINITIONS}/${name}`);
  return posted;
}

function withoutStatus({ status: _, ...manifest }: JsonObject): Json {
  return manifest;
}

/** Reads a definition after all its versions are served. */
function readDefinition(made: Scenario, { name, group, plural, versions }: Definition, posted: string): void {
  const onlyAfter = { step: posted, status: 201 };
  for (const version of versions) {
    made.send("GET", `/apis/${group}/${version}/${plural}`, undefined, { until: 200, onlyAfter });
    made.send("GET", `/openapi/v3/apis/${group}/${version}`, undefined, { until: 200, onlyAfter });
  }
  made.get(`${DEFINITIONS}/${name}`, [], { onlyAfter });
}

const collectionOf = ({ plural, namespaced }: Definition, apiVersion: string): string =>
  `/apis/${apiVersion}/${namespaced ? "namespaces/{{ns}}/" : ""}${plural}`;

const objectsOf = ({ group, kind, versions }: Definition, all: readonly Manifest[]): Manifest[] =>
  all
    .filter(
      (one) => one.kind === kind && versions.some((version) => one.apiVersion === `${group}/${version}`),
    )
    .slice(0, MANY);
