import type { Loaded } from "./load-manifests.ts";

/** What became of one attempt to load. */
export type LoadOutcome =
  | { readonly status: "success"; readonly hash: string }
  | { readonly status: "failure"; readonly error: unknown };

/** The manifests of one folder for one plugin: a change that cannot be loaded keeps what was there. */
export class ManifestSource<T> {
  readonly #load: () => Promise<Loaded<T>>;
  readonly #tell: (outcome: LoadOutcome) => void;
  #loaded: Loaded<T>;

  private constructor(
    load: () => Promise<Loaded<T>>,
    tell: (outcome: LoadOutcome) => void,
    loaded: Loaded<T>,
  ) {
    this.#load = load;
    this.#tell = tell;
    this.#loaded = loaded;
  }

  /** Loads for the first time. Rejects with what is wrong. */
  static async open<T>(
    load: () => Promise<Loaded<T>>,
    tell: (outcome: LoadOutcome) => void,
  ): Promise<ManifestSource<T>> {
    const loaded = await load();
    tell({ status: "success", hash: loaded.hash });
    return new ManifestSource(load, tell, loaded);
  }

  get current(): T {
    return this.#loaded.manifests;
  }

  /** Loads what has changed. Whether something did. Never rejects. */
  async reload(): Promise<boolean> {
    try {
      const next = await this.#load();
      if (next.hash === this.#loaded.hash) return false;
      this.#loaded = next;
      this.#tell({ status: "success", hash: next.hash });
      return true;
    } catch (error) {
      this.#tell({ status: "failure", error });
      return false;
    }
  }
}
