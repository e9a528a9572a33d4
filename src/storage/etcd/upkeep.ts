import { setTimeout as pause } from "node:timers/promises";
import type { EtcdClient } from "./client.ts";
import type { Alarm, MemberFile } from "./maintenance.ts";
import { toNumber } from "./messages.ts";

/** Intervals of the maintenance. If all are absent, there is none. */
export interface UpkeepTimes {
  /** Interval of compactions, in milliseconds; each removes the history before the previous one. 0: never. */
  readonly compactionMs?: number;
  /** Interval of the checks whether etcd's files need defragmentation, in milliseconds; 0: never. */
  readonly upkeepMs?: number;
  /** Files smaller than that are left alone, in bytes; default 64 MiB. */
  readonly smallBytes?: number;
}

interface UpkeepOptions extends UpkeepTimes {
  readonly client: EtcdClient;
  /** A key of our own: the server that writes it may defragment. */
  readonly lock: Buffer;
  /** The newest revision that is known. */
  revision(): number;
}

const SMALL_BYTES = 64 * 2 ** 20;
/** Time until a lock expires, in milliseconds: its owner is then taken to have ended without releasing it. */
const LOCK_MS = 600_000;
/**
 * Maximum random delay, in milliseconds: several servers see an alarm at the same time; one of them is first,
 * and the others find the alarm cleared.
 */
const JITTER_MS = 10_000;

/**
 * Maintains etcd without an operator. The history is compacted as kube-apiserver does it: watchers have one
 * interval to keep up; several servers may do it without harm. Members whose files are more than half empty
 * are defragmented, one after the other. If etcd accepts no more writes for lack of space, the whole history
 * is compacted, and the alarm is cleared when that has made room. A step that fails is tried again at the
 * next interval.
 */
export function keepUp(options: UpkeepOptions): { close(): void } {
  const { client, revision, compactionMs = 0, upkeepMs = 0 } = options;
  let before = revision();
  const compact = async (): Promise<void> => {
    const until = before;
    before = revision();
    // etcd refuses this if another server has already compacted.
    if (until > 1) await client.compact(until);
  };
  const shrunk = new Map<MemberFile, number>();
  const timers = [every(compactionMs, compact), every(upkeepMs, () => lookOnce(options, shrunk))];
  return {
    close() {
      for (const timer of timers) clearInterval(timer);
    },
  };
}

/** One at a time. */
function every(milliseconds: number, work: () => Promise<void>): NodeJS.Timeout | undefined {
  if (milliseconds === 0) return undefined;
  let busy = false;
  return setInterval(() => {
    if (busy) return;
    busy = true;
    work()
      .catch(() => {})
      .finally(() => {
        busy = false;
      });
  }, milliseconds).unref();
}

/** Up to which revision the past was forgotten when a file was defragmented for want of space. */
type Shrunk = Map<MemberFile, number>;

async function lookOnce(options: UpkeepOptions, shrunk: Shrunk): Promise<void> {
  const { maintenance } = options.client;
  if ((await maintenance.noSpaceAlarms()).length > 0) await makeSpace(options, shrunk);
  const wasteful = await wastefulOf(maintenance.files, options.smallBytes ?? SMALL_BYTES);
  if (wasteful.length > 0) await whileLocked(options, () => inTurn(wasteful));
}

async function wastefulOf(files: readonly MemberFile[], smallBytes: number): Promise<MemberFile[]> {
  const wasteful: MemberFile[] = [];
  for (const file of files) {
    const { size, used } = await file.size().catch(() => ({ size: 0, used: 0 }));
    if (size > smallBytes && used > 0 && used * 2 < size) wasteful.push(file);
  }
  return wasteful;
}

/** Two at once would leave the others without a majority. */
async function inTurn(files: readonly MemberFile[]): Promise<void> {
  for (const file of files) await file.defragment();
}

/** Takes no lock: while the alarm is on, writes are refused. */
async function makeSpace({ client, revision, upkeepMs = 0 }: UpkeepOptions, shrunk: Shrunk): Promise<void> {
  const { maintenance } = client;
  await pause(Math.random() * Math.min(JITTER_MS, upkeepMs));
  const alarms = await maintenance.noSpaceAlarms();
  if (alarms.length === 0) return;
  // etcd refuses this if another server has already compacted.
  const until = revision();
  await client.compact(until, { physical: true }).catch(() => {});
  let freed = false;
  for (const file of maintenance.files)
    freed = (await shrink(file, until, shrunk).catch(() => false)) || freed;
  if (freed) await disarm(client, alarms);
}

/**
 * Returns true if the file is a tenth smaller now. The member's report of its used space counts only the
 * second time: it counts compacted space as free after its next write, and while the alarm is on there is
 * none.
 */
async function shrink(file: MemberFile, until: number, shrunk: Shrunk): Promise<boolean> {
  const before = await file.size();
  if (shrunk.get(file) === until && before.used * 1.1 > before.size) return false;
  await file.defragment();
  shrunk.set(file, until);
  const { size } = await file.size();
  return size < before.size * 0.9;
}

async function disarm({ maintenance }: EtcdClient, alarms: readonly Alarm[]): Promise<void> {
  for (const alarm of alarms) await maintenance.disarm(alarm);
}

async function whileLocked({ client, lock }: UpkeepOptions, work: () => Promise<void>): Promise<void> {
  const revision = await take(client, lock);
  if (revision === undefined) return;
  try {
    await work();
  } finally {
    const mine = { result: 0, target: 2, key: lock, modRevision: revision };
    await client.txn({ compare: [mine], success: [{ deleteRange: { key: lock } }] });
  }
}

/** Returns the revision of our lock, or undefined if another server holds it. */
async function take(client: EtcdClient, lock: Buffer): Promise<number | undefined> {
  const [held] = (await client.range({ key: lock })).kvs;
  const until = Number(JSON.parse(Buffer.from(held?.value ?? Buffer.from("{}")).toString()).until ?? 0);
  if (until > Date.now()) return undefined;
  const value = Buffer.from(JSON.stringify({ until: Date.now() + LOCK_MS }));
  const compare = { result: 0, target: 2, key: lock, modRevision: toNumber(held?.modRevision) };
  const { succeeded, header } = await client.txn({
    compare: [compare],
    success: [{ put: { key: lock, value } }],
  });
  return succeeded ? toNumber(header.revision) : undefined;
}
