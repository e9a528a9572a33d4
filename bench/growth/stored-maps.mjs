import { join } from "node:path";
import { pathToFileURL } from "node:url";

export const NAMESPACE = "growth";
const WIDTH = 7;
const BATCH = 2000;

/** Bytes of one as it is stored. */
export const MAP_BYTES = 1000;

export const mapName = (n) => `map-${String(n).padStart(WIDTH, "0")}`;

/** A ConfigMap in the form in which the server stores it. */
function storedMap(n, revision) {
  const map = {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: {
      name: mapName(n),
      namespace: NAMESPACE,
      uid: `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`,
      resourceVersion: String(revision),
      creationTimestamp: "2026-01-01T00:00:00Z",
      labels: { app: `app-${n % 100}` },
      managedFields: [
        {
          manager: "bench",
          operation: "Update",
          apiVersion: "v1",
          time: "2026-01-01T00:00:00Z",
          fieldsType: "FieldsV1",
          fieldsV1: {
            "f:data": { ".": {}, "f:text": {} },
            "f:metadata": { "f:labels": { ".": {}, "f:app": {} } },
          },
        },
      ],
    },
    data: { text: "" },
  };
  map.data.text = "x".repeat(MAP_BYTES - JSON.stringify(map).length);
  return map;
}

/** Stores `count` ConfigMaps in the data folder of a server that does not run. */
export async function storeMaps(dist, dataDir, count) {
  const { openLmdbStorage, Document } = await import(pathToFileURL(`${dist}/storage/index.js`).href);
  const storage = await openLmdbStorage({ path: join(dataDir, "data"), historyChanges: 0 });
  for (let from = 0; from < count; from += BATCH) {
    const numbers = Array.from({ length: Math.min(BATCH, count - from) }, (_, i) => from + i);
    await Promise.all(
      numbers.map((n) =>
        storage.create(
          `/registry/configmaps/${NAMESPACE}/${mapName(n)}`,
          (revision) => new Document(storedMap(n, revision)),
        ),
      ),
    );
  }
  await storage.close();
}
