import { expect, test } from "vitest";
import { seededRandom } from "../../explain/offline/seeded-random.ts";
import type { OpenedStorage } from "../contract.ts";
import type { Change, ListOptions, Storage, WriteResult } from "../storage.ts";
import { createModel, type Model } from "./model.tool.ts";
import { codeOf, letEventsArrive, sealing, until } from "./tools.ts";

export interface RandomOptions {
  readonly operations: number;
  /** Another one tries other operations; default 1, so that a test does the same each time. */
  readonly seed?: number;
}

/** Runs random operations against the storage and against the simplest possible model, and compares. */
export function testRandomOperations(open: () => Promise<OpenedStorage>, options: RandomOptions): void {
  const seed = options.seed ?? 1;
  test(`storage does what the model does in ${options.operations} random operations (seed ${seed})`, async () => {
    const opened = await open();
    const run = new Run(opened, seed);
    try {
      for (let i = 0; i < options.operations; i++) await run.step();
      await run.finish();
    } finally {
      await opened.close();
    }
  });
}

class Run {
  readonly #opened: OpenedStorage;
  readonly #random: () => number;
  readonly #model: Model = createModel();
  readonly #steps: readonly (() => Promise<void>)[];
  #storage: Storage;
  #watches: Watching[] = [];

  constructor(opened: OpenedStorage, seed: number) {
    this.#opened = opened;
    this.#storage = opened.storage;
    this.#random = seededRandom(seed);
    const often = [() => this.#write(), () => this.#write(), () => this.#burst()];
    const reads = [() => this.#get(), () => this.#list(), () => this.#list()];
    this.#steps = [...often, ...often, ...often, ...reads, ...reads, async () => this.#watch()];
  }

  async step(): Promise<void> {
    const chance = this.#random();
    if (chance < 0.002) return this.#reopen();
    if (chance < 0.006) return this.#compact();
    await this.#pick(this.#steps)();
    expect(this.#storage.revision).toBe(this.#model.revision);
  }

  async finish(): Promise<void> {
    await this.#checkWatches();
    await this.#reopen();
    await this.#list();
  }

  async #write(): Promise<void> {
    const key = this.#key();
    const current = this.#model.at(key, this.#model.revision);
    const expected = this.#random() < 0.8 ? (current?.revision ?? 0) : this.#below(this.#model.revision + 1);
    const type = this.#pick(["created", "updated", "deleted"] as const);
    const result = await this.#attempt(type, key, expected);
    const right = type === "created" ? current === undefined : current?.revision === expected;
    expect(result.kind).toBe(right ? "written" : "conflict");
    if (result.kind === "conflict") expect(result.current?.revision).toBe(current?.revision);
    else this.#model.add(type, key, result.entry);
  }

  /** Many writes at once: every successful one must be consistent with the order of the revisions. */
  async #burst(): Promise<void> {
    const attempts = Array.from({ length: this.#below(12) }, async () => {
      const type = this.#pick(["created", "updated", "deleted"] as const);
      const key = this.#key();
      const expected = this.#model.at(key, this.#model.revision)?.revision ?? 0;
      return { type, key, expected, result: await this.#attempt(type, key, expected) };
    });
    const done = await Promise.all(attempts);
    const written = done.flatMap(({ type, key, expected, result }) =>
      result.kind === "written" ? [{ type, key, expected, entry: result.entry }] : [],
    );
    for (const { type, key, expected, entry } of written.sort(
      (a, b) => a.entry.revision - b.entry.revision,
    )) {
      expect(this.#model.at(key, this.#model.revision)?.revision ?? 0).toBe(
        type === "created" ? 0 : expected,
      );
      this.#model.add(type, key, entry);
    }
  }

  #attempt(type: Change["type"], key: string, expected: number): Promise<WriteResult> {
    const seal = sealing({ key, n: this.#below(1e9) });
    if (type === "created") return this.#storage.create(key, seal);
    if (type === "updated") return this.#storage.update(key, expected, seal);
    return this.#storage.delete(key, expected, this.#random() < 0.5 ? seal : undefined);
  }

  async #get(): Promise<void> {
    const key = this.#key();
    const revision = this.#revision();
    const answer = this.#storage.get(key, revision);
    const refusal = this.#refusal(revision);
    if (refusal !== undefined) return expect(await codeOf(answer)).toBe(refusal);
    expect(plain(await answer)).toEqual(plain(this.#model.at(key, revision ?? this.#model.revision)));
  }

  async #list(): Promise<void> {
    const prefix = this.#prefix();
    const revision = this.#revision();
    const options: ListOptions = {
      ...(revision === undefined ? {} : { revision }),
      ...(this.#random() < 0.5 ? { limit: this.#below(6) } : {}),
      ...(this.#random() < 0.5 ? { after: this.#key() } : {}),
    };
    const answer = this.#storage.list(prefix, options);
    const refusal = this.#refusal(revision);
    if (refusal !== undefined) return expect(await codeOf(answer)).toBe(refusal);
    const { entries, ...rest } = await answer;
    const expected = this.#model.list(prefix, options);
    expect({ ...rest, entries: entries.map(plain) }).toEqual({
      ...expected,
      entries: expected.entries.map(plain),
    });
  }

  #watch(): void {
    const from = Math.max(0, this.#model.revision - this.#below(40));
    const watching: Watching = {
      prefix: this.#prefix(),
      from,
      seen: [],
      code: undefined,
      tooOld: from < this.#storage.compacted,
    };
    const watch = this.#storage.watch(watching.prefix, from, {
      change: (change) => watching.seen.push(change),
      closed: ({ code }) => {
        watching.code = code;
      },
    });
    if (this.#random() < 0.1) watch.close();
    else this.#watches.push(watching);
    if (this.#watches.length > 50) this.#watches.splice(this.#below(50), 1);
  }

  async #checkWatches(): Promise<void> {
    await letEventsArrive();
    for (const watching of this.#watches) {
      const { prefix, from, seen, tooOld } = watching;
      const expected = tooOld ? [] : this.#model.changes(prefix, from);
      await until(() => watching.code !== undefined || (!tooOld && seen.length >= expected.length)).catch(
        () => {
          // The comparison below reports the missing ones.
        },
      );
      expect(watching.code).toBe(tooOld ? "Compacted" : undefined);
      expect(seen.map(plainChange)).toEqual(expected.map(plainChange));
    }
  }

  async #compact(): Promise<void> {
    const revision = this.#below(this.#model.revision) + 1;
    const before = this.#storage.compacted;
    await this.#storage.compact(revision);
    expect(this.#storage.compacted).toBe(Math.max(before, revision));
  }

  async #reopen(): Promise<void> {
    if (this.#opened.reopen === undefined) return;
    await this.#checkWatches();
    const open = this.#watches.filter(({ tooOld }) => !tooOld);
    this.#storage = await this.#opened.reopen();
    for (const { code } of open) expect(code).toBe("Closed");
    this.#watches = [];
    expect(this.#storage.revision).toBe(this.#model.revision);
    expect(this.#storage.compacted).toBe(this.#model.revision);
  }

  #refusal(revision: number | undefined): string | undefined {
    if (revision === undefined) return undefined;
    if (revision < this.#storage.compacted) return "Compacted";
    return revision > this.#model.revision ? "FutureRevision" : undefined;
  }

  #revision(): number | undefined {
    return this.#random() < 0.4 ? undefined : Math.max(0, this.#model.revision + 2 - this.#below(60));
  }

  #key(): string {
    return `/registry/${this.#pick(["pods", "pods2", "__proto__"])}/${this.#pick(["a", "ab", "b"])}/${this.#pick(NAMES)}`;
  }

  #prefix(): string {
    const key = this.#key();
    return this.#random() < 0.2 ? key : key.slice(0, this.#below(key.length + 1));
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  #pick<T>(items: readonly T[]): T {
    return items[this.#below(items.length)]!;
  }
}

const NAMES = ["x", "xy", "x-1", "constructor", "ü", "\uff5e", "😀"];

interface Watching {
  readonly prefix: string;
  readonly from: number;
  readonly seen: Change[];
  readonly tooOld: boolean;
  code: string | undefined;
}

function plain(entry: Change["previous"]): unknown {
  return entry && { key: entry.key, revision: entry.revision, value: entry.document.value };
}

function plainChange({ type, key, revision, entry, previous }: Change): unknown {
  return { type, key, revision, entry: plain(entry), previous: plain(previous) };
}
