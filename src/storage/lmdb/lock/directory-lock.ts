import { realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { askClaims, namesIn, type Rival } from "./ask-claims.ts";
import { CLAIM, type Claim, claimName, DRAFT, makeClaim, NoSockets } from "./claim.ts";
import { holderByFile, inUse, lockByFile } from "./pid-file.ts";

/** Keeps a directory for this process; `release` gives it back. */
export interface DirectoryLock {
  release(): void;
}

/** Called with a directory that only a file with process numbers protects, and the reason. */
export type TellOfLock = (directory: string, reason: string) => void;

/**
 * Takes a directory for this process, until `release` or the end of the process. The lock is a socket in the directory: a process can
 * connect to it only while its owner lives, from all containers of the machine (docs/decisions/0025). Where there are no sockets, a file
 * with a process number is the lock, and `tell` is called. Throws `Failed` when another process has the directory.
 */
export async function lockDirectory(directory: string, tell?: TellOfLock): Promise<DirectoryLock> {
  // There are no containers on Windows that see one folder and not each other's processes.
  if (process.platform === "win32") return lockByFile(directory);
  const pid = holderByFile(directory);
  if (pid !== undefined) throw inUse(directory, pid);
  try {
    return await lockBySocket(directory, realpathSync(directory));
  } catch (error) {
    if (!(error instanceof NoSockets)) throw error;
    tell?.(directory, error.message);
    return lockByFile(directory);
  }
}

/** The process that has a directory now, by the number that it has in its own container; undefined: there is none. */
export async function holderOf(directory: string): Promise<number | undefined> {
  const { rivals } = await askClaims(directory);
  return rivals[0]?.pid ?? holderByFile(directory);
}

/** Simultaneous starters need a few rounds to find the first of them. */
const PATIENCE_MS = 30_000;
const PAUSE_MS = 10;

/**
 * Mutual exclusion: a process shows its claim first, and looks for others then. Of two processes, the later one to show its claim sees
 * that of the other. Of processes that try at the same time, the one with the first name stays.
 */
async function lockBySocket(directory: string, folder: string): Promise<DirectoryLock> {
  const name = claimName();
  const until = performance.now() + PATIENCE_MS;
  let claim: Claim | undefined;
  try {
    for (;;) {
      const { rivals, dead } = await askClaims(folder, name);
      assertFree(directory, rivals, performance.now() > until);
      if (rivals.length === 0 && claim?.isVisible() === true) return hold(folder, name, claim, dead);
      claim = await nextClaim(folder, name, claim, rivals);
      if (rivals.length > 0) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  } catch (error) {
    claim?.close();
    throw error;
  }
}

function assertFree(directory: string, rivals: readonly Rival[], isLate: boolean): void {
  const rival = rivals.find(({ holds }) => holds || isLate);
  if (rival !== undefined) throw inUse(directory, rival.pid);
}

/** The claim of the next round; undefined: this process waits until those before it have decided. */
async function nextClaim(
  folder: string,
  name: string,
  claim: Claim | undefined,
  rivals: readonly Rival[],
): Promise<Claim | undefined> {
  const isFirst = rivals.every((rival) => rival.name > name);
  if (isFirst && claim?.isVisible() === true) return claim;
  claim?.close();
  return isFirst ? makeClaim(folder, name) : undefined;
}

/** Removes also the sockets of processes that have ended. */
function hold(folder: string, name: string, claim: Claim, dead: readonly string[]): DirectoryLock {
  claim.hold();
  const drafts = namesIn(folder).filter(
    (one) => one.endsWith(DRAFT) && CLAIM.test(one.slice(0, -DRAFT.length)),
  );
  for (const one of [...dead, ...drafts]) if (one !== name) rmSync(join(folder, one), { force: true });
  return { release: () => claim.close() };
}
