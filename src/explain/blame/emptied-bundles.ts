import type { Attributes } from "../../admission/attributes.ts";
import { groupOf } from "../../api/group-version.ts";
import type { KubeObject } from "../../api/meta.ts";
import { type Json, type JsonObject, record, records, text } from "../../json/value.ts";
import { type Path, valueAt } from "../sources.ts";

/** A part of an object that has a caBundle: a webhook, the conversion of a definition, an APIService. */
interface Client {
  readonly name: string;
  readonly bundle: string;
  /** The place of its caBundle in fieldsV1 of a manager. */
  readonly field: Path;
}

/**
 * Notes about an update that writes an empty caBundle where one was: programs and injectors fill those that are empty in manifests,
 * and an apply of such a manifest empties them again. `object`: as the client sent it.
 */
export function emptiedBundles(
  { operation, subresource, oldObject }: Attributes,
  object: KubeObject | null | undefined,
): string[] {
  if (operation !== "UPDATE" || subresource !== "" || oldObject === null || !object) return [];
  const now = new Map(clientsOf(object).map(({ name, bundle }) => [name, bundle]));
  const emptied = clientsOf(oldObject).filter(({ name, bundle }) => bundle !== "" && now.get(name) === "");
  if (emptied.length === 0) return [];
  const writers = (oldObject.metadata.managedFields ?? []).flatMap(({ manager, fieldsV1 }) =>
    manager !== undefined &&
    manager !== NAMELESS &&
    emptied.some(({ field }) => valueAt(fieldsV1 ?? null, field) !== undefined)
      ? [manager]
      : [],
  );
  const who = writers.length === 0 ? "" : `, which ${[...new Set(writers)].join(" and ")} wrote`;
  const names = emptied.map(({ name }) => name).join(", ");
  return [
    `this update empties caBundle of ${names}${who}: calls fail until it is written again, unless a public authority has signed the certificate. Leave caBundle out of the manifest, and out of what is compared (in Argo CD, ignoreDifferences)`,
  ];
}

/** The manager of clients without a name. */
const NAMELESS = "unknown";

function clientsOf(object: JsonObject): Client[] {
  const spec = record(object.spec);
  const client = (name: string, config: Json | undefined, field: Path): Client[] => {
    const { caBundle, insecureSkipTLSVerify } = record(config);
    return typeof caBundle === "string" && insecureSkipTLSVerify !== true
      ? [{ name, bundle: caBundle, field: [...field, "f:caBundle"] }]
      : [];
  };
  switch (groupOf(object)) {
    case "admissionregistration.k8s.io":
      return records(object.webhooks).flatMap(({ name, clientConfig }) =>
        client(text(name), clientConfig, ["f:webhooks", `k:${JSON.stringify({ name })}`, "f:clientConfig"]),
      );
    case "apiextensions.k8s.io":
      return client("the conversion", record(record(spec.conversion).webhook).clientConfig, CONVERSION);
    case "apiregistration.k8s.io":
      return client("the APIService", spec, ["f:spec"]);
    default:
      return [];
  }
}

const CONVERSION = ["f:spec", "f:conversion", "f:webhook", "f:clientConfig"];
