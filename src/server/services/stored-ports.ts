import type { KubeObject } from "../../api/meta.ts";
import { internalError, StatusError } from "../../api/status.ts";
import type { Entry, Storage, Watch } from "../../storage/storage.ts";
import { seal } from "../handle/write/seal.ts";
import { type PortRange, parsePortRange } from "./port-range.ts";
import { PortSet } from "./port-set.ts";

/**
 * Store prefix that kube-apiserver uses, too, so that servers of both kinds over one store never assign a
 * port twice.
 */
const PREFIX = "/registry/ranges/";
const KEY = `${PREFIX}servicenodeports`;

/**
 * Changes the ports and returns a result, or throws the StatusError of a refusal and leaves the ports
 * unchanged. May be called again with other ports.
 */
export type PortWork<T> = (ports: PortSet) => T;

interface StoredPortsListener {
  /** Called if the object does not exist. Creates it. */
  missing(): Promise<void>;
  /** Called after a change of the taken ports by any server. `ports` returns the current ones. */
  changed(ports: () => PortSet): void;
}

interface Waiting {
  readonly work: PortWork<unknown>;
  resolve(answer: unknown): void;
  reject(error: unknown): void;
}

/**
 * The taken node ports: one object for all servers of a store, changed by compare-and-swap. Changes that
 * arrive while another one is being written are combined into the next one.
 */
export class StoredPorts {
  readonly range: PortRange;
  readonly #storage: Storage;
  readonly #listener: StoredPortsListener;
  readonly #watch: Watch;
  #queue: Waiting[] = [];
  #running = false;

  constructor(storage: Storage, range: PortRange, listener: StoredPortsListener) {
    this.range = range;
    this.#storage = storage;
    this.#listener = listener;
    this.#watch = storage.watch(PREFIX, storage.revision, {
      change: ({ key, type, entry }) => {
        if (key === KEY && type !== "deleted") listener.changed(() => this.#portsOf(entry));
      },
      closed: () => {},
    });
  }

  close(): void {
    this.#watch.close();
  }

  /** The ports that this server knows; another server can be ahead. */
  get known(): PortSet {
    return this.#portsOf(this.#storage.getCached(KEY));
  }

  #portsOf(entry: Entry | undefined): PortSet {
    const { range, data } = entry === undefined ? { range: "", data: "" } : contents(entry);
    return new PortSet(this.range, range === this.range.text ? data : "");
  }

  /**
   * Runs `work` on the ports and stores them. Rejects with its error, or with a StorageError if the result of
   * the change is unknown.
   */
  change<T>(work: PortWork<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ work, resolve: resolve as (answer: unknown) => void, reject });
      if (!this.#running) void this.#run();
    });
  }

  /** Returns the stored ports, in any range. */
  async read(): Promise<{ ports: PortSet; revision: number } | undefined> {
    const entry = await this.#storage.get(KEY);
    if (entry === undefined) return undefined;
    const { range, data } = contents(entry);
    return { ports: new PortSet(parsePortRange(range), data), revision: entry.revision };
  }

  /**
   * Replaces the ports that were read; `revision` is undefined if there were none. Returns false if they have
   * changed since.
   */
  async replace(ports: PortSet, revision: number | undefined): Promise<boolean> {
    const stored = (at: number) => seal(objectOf(ports), at);
    const result = await (revision === undefined
      ? this.#storage.create(KEY, stored)
      : this.#storage.update(KEY, revision, stored));
    return result.kind === "written";
  }

  async #run(): Promise<void> {
    this.#running = true;
    while (this.#queue.length > 0) {
      const batch = this.#queue.splice(0);
      try {
        await this.#commit(batch);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.#running = false;
  }

  async #commit(batch: readonly Waiting[]): Promise<void> {
    for (let isFresh = false; ; isFresh = true) {
      const entry = await this.#current();
      const { ports, answer, refused } = this.#tried(entry, batch);
      // A refusal must not be based on an outdated state.
      if (refused && !isFresh && (await this.#hasChanged(entry))) continue;
      const changed = ports.data !== contents(entry).data;
      if (!changed || (await this.replace(ports, entry.revision))) return answer();
    }
  }

  async #current(): Promise<Entry> {
    const known = this.#storage.getCached(KEY);
    if (known !== undefined) return known;
    await this.#listener.missing();
    const made = await this.#storage.get(KEY);
    if (made === undefined) throw internalError("cannot allocate node ports at this time");
    return made;
  }

  async #hasChanged(entry: Entry): Promise<boolean> {
    return (await this.#storage.get(KEY))?.revision !== entry.revision;
  }

  #tried(entry: Entry, batch: readonly Waiting[]): { ports: PortSet; refused: boolean; answer(): void } {
    const { range, data } = contents(entry);
    if (range !== this.range.text) throw internalError(MISMATCH);
    const ports = new PortSet(this.range, data);
    const outcomes = batch.map((waiting) => outcomeOf(waiting, ports));
    return {
      ports,
      refused: outcomes.some(({ refused }) => refused),
      answer: () => {
        for (const { tell } of outcomes) tell();
      },
    };
  }
}

const MISMATCH = "failed to allocate a nodePort: the provided range does not match the current range";

function outcomeOf(
  { work, resolve, reject }: Waiting,
  ports: PortSet,
): { refused: boolean; tell: () => void } {
  try {
    const answer = work(ports);
    return { refused: false, tell: () => resolve(answer) };
  } catch (error) {
    return { refused: error instanceof StatusError, tell: () => reject(error) };
  }
}

const contents = ({ document }: Entry): { range: string; data: string } => {
  const { range = "", data = "" } = document.value as { range?: string; data?: string };
  return { range, data };
};

const objectOf = (ports: PortSet): KubeObject => ({
  kind: "RangeAllocation",
  apiVersion: "v1",
  metadata: {},
  range: ports.range.text,
  data: ports.data,
});
