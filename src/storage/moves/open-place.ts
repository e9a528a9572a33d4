import type { Source, Target } from "../copy/places.ts";
import type { EtcdPlaceOptions } from "../etcd/etcd-source.ts";
import type { Salvage, SalvageOptions } from "../lmdb/salvage-source.ts";
import { withEngine } from "../lmdb/with-engine.ts";

/** Place of a store. */
export type Place =
  /** A data folder, as `sallyport serve --data-dir` has it. */
  | { readonly kind: "lmdb"; readonly dataDir: string }
  | ({ readonly kind: "etcd" } & EtcdPlaceOptions)
  | { readonly kind: "snapshot"; readonly file: string };

/** A place that a copy can write to. A snapshot is a file of its own format. */
export type WritablePlace = Exclude<Place, { kind: "snapshot" }>;

/** Opens the contents of a place for reading. Throws `Failed` if there are none. */
export async function openSource(place: Place): Promise<Source> {
  switch (place.kind) {
    case "lmdb":
      return (await import("../lmdb/lmdb-source.ts")).openLmdbSource(place.dataDir);
    case "etcd":
      return (await import("../etcd/etcd-source.ts")).openEtcdSource(place);
    case "snapshot":
      return (await import("../snapshot/snapshot-source.ts")).openSnapshotSource(place.file);
  }
}

/** Returns the readable contents of a damaged data folder, without the library of its engine. Throws `Failed`. */
export async function openSalvage(dataDir: string, options: SalvageOptions): Promise<Salvage> {
  return (await import("../lmdb/salvage-source.ts")).openSalvage(dataDir, options);
}

/**
 * Opens a target. `bumpRevision`: distance of the next revision from the source's revision, for a store that
 * can set revisions.
 */
export async function openTarget(place: WritablePlace, bumpRevision: number): Promise<Target> {
  if (place.kind === "etcd") return (await import("../etcd/etcd-target.ts")).openEtcdTarget(place);
  const { openLmdbTarget } = await withEngine(() => import("../lmdb/lmdb-target.ts"));
  return openLmdbTarget({ dataDir: place.dataDir, bumpRevision });
}
