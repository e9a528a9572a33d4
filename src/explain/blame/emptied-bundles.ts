import type { Attributes } from "../../admission/attributes.ts";
import type { KubeObject } from "../../api/meta.ts";
import { type Json, type JsonObject, record, records, text } from "../../json/value.ts";

/** A part of an object that has a caBundle, with its name: a webhook, the conversion of a definition, an APIService. */
type Client = readonly [name: string, bundle: string | undefined];

/**
 * Notes about an update that writes an empty caBundle where one was: programs and injectors fill those that are empty in manifests,
 * and an apply of such a manifest empties them again. `object`: as the client sent it.
 */
export function emptiedBundles(
  { operation, subresource, oldObject }: Attributes,
  object: KubeObject | null | undefined,
): string[] {
  if (operation !== "UPDATE" || subresource !== "" || oldObject === null || !object) return [];
  const now = new Map(clientsOf(object));
  const emptied = clientsOf(oldObject).flatMap(([name, bundle]) =>
    bundle && now.get(name) === "" ? [name] : [],
  );
  if (emptied.length === 0) return [];
  const writers = (oldObject.metadata.managedFields ?? []).flatMap(({ manager, fieldsV1 }) =>
    manager !== undefined && manager !== NAMELESS && JSON.stringify(fieldsV1 ?? null).includes('"f:caBundle"')
      ? [manager]
      : [],
  );
  const who = writers.length === 0 ? "" : `, which ${writers.join(" and ")} wrote`;
  return [
    `this update empties caBundle of ${emptied.join(", ")}${who}: calls fail until it is written again, unless a public authority has signed the certificate. Leave caBundle out of the manifest, and out of what is compared (in Argo CD, ignoreDifferences)`,
  ];
}

/** The manager of clients without a name. */
const NAMELESS = "unknown";

function clientsOf(object: JsonObject): Client[] {
  const spec = record(object.spec);
  const client = (name: string, config: Json | undefined): Client[] =>
    typeof record(config).caBundle === "string" ? [[name, text(record(config).caBundle)]] : [];
  return [
    ...records(object.webhooks).flatMap((one) => client(text(one.name), one.clientConfig)),
    ...client("the conversion", record(record(spec.conversion).webhook).clientConfig),
    ...(object.kind === "APIService" ? client("the APIService", spec) : []),
  ];
}
