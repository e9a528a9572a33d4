import type { Loaded } from "./load-manifests.ts";

/** Result of one attempt to load. */
export type LoadOutcome =
  | { readonly status: "success"; readonly hash: string }
  | { readonly status: "failure"; readonly error: unknown };

/** Manifests of one folder for one plugin. If a change cannot be loaded, the earlier manifests stay. */
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

  /** Loads for the first time. Rejects with the error of the manifests. */
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

  /** Loads again. Resolves with true if the manifests changed. Never rejects. */
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
