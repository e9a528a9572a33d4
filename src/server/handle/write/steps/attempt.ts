import { thenMaybe } from "../../../../async/then-maybe.ts";
import { runSteps, type Step } from "../../../loop/run-steps.ts";
import { storageKey } from "../../target.ts";
import { type Attempt, LOST, onNewest, UNSURE, unwritten, written } from "../store/on-newest.ts";
import type { SideWork } from "../writes.ts";
import type { Write } from "./write.ts";

/** The steps of one attempt, with a stored object and without one. */
interface Attempts<W extends Write> {
  readonly stored: readonly Step<W>[];
  readonly missing: readonly Step<W>[];
}

/** The steps of a verb: those that run once, and those of each attempt. */
export interface Verb<W extends Write = Write> extends Attempts<W> {
  readonly once: readonly Step<W>[];
}

/**
 * Changes the stored object, or creates it: repeats the attempt with the newest object if another writer was faster
 * (apiserver/pkg/registry/generic/registry/store.go, Update).
 */
export function writeOnNewest<W extends Write>({ stored, missing }: Attempts<W>, write: W): Promise<void> {
  const { resource, namespace, name } = write.target;
  const key = storageKey(resource, namespace, name);
  return onNewest(write.server.storage, key, (entry, isNewest) => {
    write.key = key;
    write.entry = entry;
    write.isNewest = isNewest;
    return thenMaybe(attempt(entry === undefined ? missing : stored, write), () => resultOf(write));
  });
}

function resultOf(write: Write): Attempt<void> {
  if (write.outcome === "lost") return LOST;
  if (write.outcome === "unsure") return UNSURE;
  return isWritten(write) ? written(undefined) : unwritten(undefined);
}

const isWritten = ({ outcome, options }: Write): boolean =>
  (outcome === "stored" || outcome === "removed") && !options.dryRun;

/** Runs the steps of one attempt. Its side work is completed if the object was written, otherwise reverted. */
export function attempt<W extends Write>(steps: readonly Step<W>[], write: W): void | Promise<void> {
  write.reserved = undefined;
  return sideWorkOf(write) === undefined ? runSteps(steps, write) : attemptWithSideWork(steps, write);
}

async function attemptWithSideWork<W extends Write>(steps: readonly Step<W>[], write: W): Promise<void> {
  try {
    await runSteps(steps, write);
  } catch (error) {
    await write.reserved?.abort?.(error);
    throw error;
  }
  if (isWritten(write)) await write.reserved?.commit();
  else await write.reserved?.abort?.();
}

/** Begins the side work of the resource, such as the address of a Service, and makes the writes that come first. */
export function reserve(write: Write): void | Promise<void> {
  const { object, old, options } = write;
  write.reserved = sideWorkOf(write)?.begin(object, old, options.dryRun);
  return write.reserved?.prepare?.();
}

/** A write of a status has no side work, even if it creates the object (registry/core/service/storage/storage.go, StatusREST). */
const sideWorkOf = ({ server, target }: Write): SideWork | undefined =>
  target.subresource === undefined ? server.sideWork.get(target.resource.key) : undefined;
