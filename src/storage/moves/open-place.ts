import type { Source, Target } from "../copy/places.ts";
import type { EtcdPlaceOptions } from "../etcd/etcd-source.ts";
import type { Salvage, SalvageOptions } from "../lmdb/salvage-source.ts";
import { withEngine } from "../lmdb/with-engine.ts";

/** Where a store is. */
export type Place =
  /** A data folder, as `sallyport serve --data-dir` has it. */
  | { readonly kind: "lmdb"; readonly dataDir: string }
  | ({ readonly kind: "etcd" } & EtcdPlaceOptions)
  | { readonly kind: "snapshot"; readonly file: string };

export type WritablePlace = Exclude<Place, { kind: "snapshot" }>;

/** What is there, to read it. Throws `Failed` when there is nothing. */
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

/** What can still be read of a data folder that is damaged, without the library of its engine. Throws `Failed`. */
export async function openSalvage(dataDir: string, options: SalvageOptions): Promise<Salvage> {
  return (await import("../lmdb/salvage-source.ts")).openSalvage(dataDir, options);
}

/** `bumpRevision`: how far above the source's revision a store goes on that can keep revisions. */
export async function openTarget(place: WritablePlace, bumpRevision: number): Promise<Target> {
  if (place.kind === "etcd") return (await import("../etcd/etcd-target.ts")).openEtcdTarget(place);
  const { openLmdbTarget } = await withEngine(() => import("../lmdb/lmdb-target.ts"));
  return openLmdbTarget({ dataDir: place.dataDir, bumpRevision });
}
