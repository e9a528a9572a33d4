import { statSync } from "node:fs";
import { resolve } from "node:path";
import type { Place, WritablePlace } from "../../storage/moves/open-place.ts";
import { checkEndpoints, type EtcdFlags, etcdAccess } from "./etcd-flags.ts";

/**
 * `lmdb:DIR`, `etcd:URL[,URL…]` or `snapshot:FILE`; a folder that is there is a DIR. Throws an Error that names the flag, or what is called so in the
 * usage.
 */
export async function parsePlace(text: string, flag: string, flags: EtcdFlags): Promise<Place> {
  const [, kind, rest = ""] = /^(\w+):(.+)$/.exec(text) ?? [];
  switch (kind) {
    case "lmdb":
      return { kind, dataDir: resolve(rest) };
    case "snapshot":
      return { kind, file: resolve(rest) };
    case "etcd": {
      const endpoints = rest.split(",").filter((one) => one !== "");
      checkEndpoints(endpoints, flag);
      return { kind, endpoints: endpoints.map(withoutSlash), ...(await etcdAccess(flags)) };
    }
    default:
      if (isFolder(text)) return { kind: "lmdb", dataDir: resolve(text) };
      if (!text.includes(":"))
        throw new Error(`${flag}: there is no folder ${text}; it must look like ${FORMS}`);
      throw new Error(`${flag}: ${JSON.stringify(text)} must look like ${FORMS}`);
  }
}

const isFolder = (text: string): boolean => statSync(text, { throwIfNoEntry: false })?.isDirectory() === true;

const FORMS =
  "lmdb:DIR (the --data-dir of a server), etcd:https://10.0.0.1:2379 (several endpoints by commas) or snapshot:FILE";

const withoutSlash = (endpoint: string): string => endpoint.replace(/\/$/, "");

/** Throws for a snapshot, which only the command `snapshot` writes, as a whole. */
export function assertWritable(place: Place, flag: string): asserts place is WritablePlace {
  if (place.kind === "snapshot")
    throw new Error(`${flag}: a snapshot is written by \`sallyport storage snapshot\`, from a data folder`);
}

/** Throws an Error if both places are the same store, or one place contains the other. */
export function assertApart(from: Place, to: WritablePlace): void {
  if (from.kind === "lmdb" && to.kind === "lmdb" && from.dataDir === to.dataDir)
    throw new Error("--from and --to are the same folder");
  if (from.kind !== "etcd" || to.kind !== "etcd") return;
  const isShared = from.endpoints.some((endpoint) => to.endpoints.includes(endpoint));
  const isInside = from.prefix.startsWith(to.prefix) || to.prefix.startsWith(from.prefix);
  if (isShared && isInside)
    throw new Error("--from and --to are the same etcd, and one prefix contains the other");
}
