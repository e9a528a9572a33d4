import { PassingMap } from "../../async/passing-map.ts";
import { KeysInTurn } from "../cache/keys-in-turn.ts";
import { assertSpace, type SpaceOptions } from "../cache/options.ts";
import type { State } from "../cache/state.ts";
import {
  type CreateOptions,
  type Entry,
  type Held,
  type Seal,
  StorageError,
  type WriteOptions,
  type WriteResult,
} from "../storage.ts";
import type { EtcdClient } from "./client.ts";
import type { Freshness } from "./freshness.ts";
import type { Keys } from "./keys.ts";
import { Leases } from "./leases.ts";
import { toNumber } from "./messages.ts";
import { type ChangeOf, deletionOf, type OwnWrite, putOf } from "./own-write.ts";
import type { StoredForms } from "./stored-forms.ts";

/** Parts that a write uses. */
export interface WritesOptions extends SpaceOptions {
  readonly client: EtcdClient;
  readonly keys: Keys;
  readonly state: State;
  readonly freshness: Freshness;
  readonly forms: StoredForms;
}

/** Writes into etcd: each is one transaction, and is answered when its change has come back through the watch. */
export class Writes {
  readonly #options: WritesOptions;
  readonly #leases: Leases;
  readonly #inTurn = new KeysInTurn();
  readonly #own = new PassingMap<string, OwnWrite>();

  constructor(options: WritesOptions) {
    this.#options = options;
    this.#leases = new Leases(options.client);
  }

  /** The write of this key that is on its way. */
  ownOf(key: string): OwnWrite | undefined {
    return this.#own.get(key);
  }

  create(
    key: string,
    seal: Seal,
    { while: held = [], ttlSeconds }: CreateOptions = {},
  ): Promise<WriteResult> {
    return this.#inTurn.run(key, () =>
      this.#leases.with(ttlSeconds, (lease) => this.#create(key, seal, held, lease)),
    );
  }

  update(key: string, expected: number, seal: Seal, { ttlSeconds }: WriteOptions = {}): Promise<WriteResult> {
    return this.#inTurn.run(key, () =>
      this.#leases.with(ttlSeconds, (lease) => this.#write(key, expected, { put: seal, lease })),
    );
  }

  delete(key: string, expected: number, last?: Seal): Promise<WriteResult> {
    return this.#inTurn.run(key, () => this.#write(key, expected, { last }));
  }

  /** Refuses further writes, and waits for those that are on their way. */
  close(): Promise<void> {
    return this.#inTurn.close();
  }

  async #create(key: string, seal: Seal, held: readonly Held[], lease?: number): Promise<WriteResult> {
    if (this.#options.state.newest(key) !== undefined || !this.#hold(held))
      await this.#options.freshness.catchUp();
    const current = this.#options.state.newest(key);
    if (current !== undefined || !this.#hold(held)) return { kind: "conflict", current };
    assertSpace(this.#options);
    const encoded = (one: string): Buffer => this.#options.keys.encode(one);
    const others = held.map((one) => ({ ...one, key: encoded(one.key) }));
    const encode = this.#options.forms.encoderOf(key);
    return this.#commit(key, putOf({ key: encoded(key), current, seal, lease, encode, held: others }));
  }

  /** True if the conditions hold in the state of this process; etcd compares again. */
  #hold(held: readonly Held[]): boolean {
    return held.every(({ key, revision }) => this.#options.state.newest(key)?.revision === revision);
  }

  async #write(key: string, expected: number, change: ChangeOf): Promise<WriteResult> {
    this.#options.forms.assertKey(key);
    // An entry newer than the expected one stays newer, so the state is refreshed only if it is older or
    // absent.
    const known = this.#options.state.newest(key);
    if (known === undefined || known.revision < expected) await this.#options.freshness.catchUp();
    const current = this.#options.state.newest(key);
    if (current?.revision !== expected) return { kind: "conflict", current };
    const where = { key: this.#options.keys.encode(key), current };
    if ("last" in change) return this.#commit(key, deletionOf({ ...where, seal: change.last }));
    assertSpace(this.#options);
    const encode = this.#options.forms.encoderOf(key);
    return this.#commit(key, putOf({ ...where, seal: change.put, lease: change.lease, encode }));
  }

  async #commit(key: string, own: OwnWrite): Promise<WriteResult> {
    this.#own.set(key, own);
    try {
      const { succeeded, header, responses } = await this.#options.client.write(own.frame);
      const revision = toNumber(header.revision);
      if (succeeded) return { kind: "written", entry: await this.#arrived(key, revision) };
      // An existing entry comes through the watch. If there is none, no client may have written here, so the
      // wait is for the revision.
      const [there] = responses[0]?.range?.kvs ?? [];
      if (there === undefined) await this.#options.freshness.waitFor(revision);
      else await this.#options.freshness.waitForChange(toNumber(there.modRevision));
      return { kind: "conflict", current: this.#options.state.newest(key) };
    } finally {
      this.#own.delete(key);
    }
  }

  /** The entry that a write of ours became; for a deletion its last state. */
  async #arrived(key: string, revision: number): Promise<Entry> {
    await this.#options.freshness.waitForChange(revision);
    const change = this.#options.state.changesSince(revision - 1, key).find((one) => one.key === key);
    if (change === undefined)
      throw new StorageError("Failed", `${key} was written, and its history forgotten`);
    return change.entry;
  }
}
