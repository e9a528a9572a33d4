import { X509Certificate } from "node:crypto";
import { type JsonObject, record, records } from "../../json/value.ts";
import { ADMISSION_LISTS } from "../admission-lists.ts";
import { readList } from "../read-list.ts";
import type { Upstream } from "./upstream.ts";

/** Every configuration, policy and binding as it is stored, and when the authorities of webhooks expire. */
export async function configurations({ client }: Upstream): Promise<JsonObject> {
  const lists = await Promise.all(ADMISSION_LISTS.map((path) => readList(client, path)));
  const objects = lists.flat();
  return { objects, authorities: objects.flatMap(authoritiesIn) };
}

function authoritiesIn({ kind, metadata, webhooks }: JsonObject): JsonObject[] {
  const list = records(webhooks);
  return list.flatMap(({ name, clientConfig }) => {
    const { caBundle } = record(clientConfig);
    const notAfter = typeof caBundle === "string" ? earliestEnd(caBundle) : undefined;
    const of = `${String(kind)}/${String(record(metadata).name)}`;
    return notAfter === undefined ? [] : [{ of, webhook: String(name), notAfter }];
  });
}

const BLOCK = /-----BEGIN CERTIFICATE-----[\w+/=\s]{1,100000}-----END CERTIFICATE-----/g;

/**
 * Returns the earliest expiry of the certificates in a bundle. Certificates that cannot be parsed are left to
 * lint.
 */
function earliestEnd(bundle: string): string | undefined {
  const ends = [...Buffer.from(bundle, "base64").toString().matchAll(BLOCK)].flatMap(([pem]) => {
    try {
      return new Date(new X509Certificate(pem).validTo).getTime();
    } catch {
      return [];
    }
  });
  return ends.length === 0 ? undefined : new Date(Math.min(...ends)).toISOString();
}
