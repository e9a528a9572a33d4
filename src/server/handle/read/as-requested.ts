import type { KubeObject } from "../../../api/meta.ts";
import type { Document } from "../../../api/object/document.ts";
import { StatusError } from "../../../api/status.ts";
import type { Entry } from "../../../storage/storage.ts";
import type { Target } from "../target.ts";
import { answered, readLive } from "../versions.ts";
import { type FeatureGates, unchangeable, unreadable } from "./unreadable.ts";

type Read = Document<KubeObject>;

/**
 * Reads the stored object for a change, in the hub version. In the reference, each version of a custom resource has a
 * storage of its own, so an object that cannot be converted to the version of the request cannot be changed, either.
 * Throws or rejects with the error of the conversion; a dry run has the error of a read.
 */
export function readForChange(
  gates: FeatureGates,
  target: Target,
  entry: Entry,
  dryRun: boolean,
): Read | Promise<Read> {
  const refused = (error: unknown): never => {
    throw dryRun ? unreadable(gates, entry, error) : unchangeable(gates, entry.revision, error);
  };
  try {
    const read = readLive(target.resource, entry);
    return mayFail(target, read) ? convertible(target, read).catch(refused) : read;
  } catch (error) {
    return refused(error);
  }
}

/** Rejects with the error of a read if the stored object cannot be converted to the version of the request. */
export async function assertReadable(gates: FeatureGates, target: Target, entry: Entry): Promise<void> {
  try {
    await convertible(target, readLive(target.resource, entry));
  } catch (error) {
    throw unreadable(gates, entry, error);
  }
}

/** False if the stored object cannot be converted to the version of the request. Rejects if the store fails. */
export async function isReadable(target: Target, entry: Entry): Promise<boolean> {
  try {
    await convertible(target, readLive(target.resource, entry));
    return true;
  } catch (error) {
    if (error instanceof StatusError) return false;
    throw error;
  }
}

const mayFail = ({ kind }: Target, read: Read | Promise<Read>): read is Promise<Read> =>
  kind.ready !== undefined || read instanceof Promise;

/** Returns the object after it was converted to the version of the request, if a webhook does that. */
async function convertible(target: Target, read: Read | Promise<Read>): Promise<Read> {
  const stored = await read;
  if (target.kind.ready !== undefined) await answered(target, stored);
  return stored;
}
