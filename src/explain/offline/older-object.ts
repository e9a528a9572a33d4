import type { Cluster } from "../../cluster/cluster.ts";
import { type JsonObject, record, records } from "../../json/value.ts";
import type { FoundKind } from "../../resources/registry.ts";
import type { Ask } from "./ask.ts";
import { write } from "./load.ts";

const DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

/**
 * Stores a custom resource that its definition refuses today, as one that is older than the schema. Returns false if
 * that cannot be.
 */
export async function storeOlder(
  object: JsonObject,
  { resource: { group, plural } }: FoundKind,
  cluster: Cluster,
  ask: Ask,
): Promise<boolean> {
  const url = `${DEFINITIONS}/${plural}.${group}`;
  const { status, body } = await ask("GET", url);
  if (status !== 200) return false;
  const loosened = await ask("PUT", url, { ...body, spec: withoutSchemas(record(body.spec)) });
  if (loosened.status !== 200) return false;
  const written = await write(object, cluster, ask);
  await ask("PUT", url, { ...loosened.body, spec: record(body.spec) });
  return written.status < 300;
}

const ANYTHING = { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } };

/** The definition before it said what its objects have; without subresources, a status is stored with the object. */
const withoutSchemas = (spec: JsonObject): JsonObject => ({
  ...spec,
  versions: records(spec.versions).map(
    ({ subresources: _, selectableFields: _fields, ...version }): JsonObject => ({
      ...version,
      schema: ANYTHING,
    }),
  ),
});
