import type { RequestInfo } from "../accept/request-info.ts";

/** Watches of one resource. */
interface Counts {
  all: number;
  /** Watches of one namespace or of one name, by both. */
  readonly places: Map<string, number>;
}

/**
 * Numbers of watches by resource, to count those that match a write
 * (k8s.io/apiserver/pkg/util/flowcontrol/watch_tracker.go).
 */
export class WatchCounts {
  readonly #resources = new Map<string, Counts>();

  /** Records the begin of a watch. Returns the function to call when the watch ends. */
  begin({ group, resource, namespace, name }: RequestInfo): () => void {
    const key = `${group}/${resource}`;
    const place = placeOf(namespace, name);
    this.#add(key, place, 1);
    return () => this.#add(key, place, -1);
  }

  #add(key: string, place: string, watches: number): void {
    const counts = this.#resources.get(key) ?? { all: 0, places: new Map<string, number>() };
    this.#resources.set(key, counts);
    if (place === EVERYWHERE) counts.all += watches;
    else {
      const left = (counts.places.get(place) ?? 0) + watches;
      if (left === 0) counts.places.delete(place);
      else counts.places.set(place, left);
    }
    if (counts.all === 0 && counts.places.size === 0) this.#resources.delete(key);
  }

  /** Returns the number of watches that can match the write. The name of a new object is not known. */
  concernedBy({ group, resource, namespace, name }: RequestInfo): number {
    if (this.#resources.size === 0) return 0;
    const counts = this.#resources.get(`${group}/${resource}`);
    if (counts === undefined) return 0;
    const at = (place: string): number => counts.places.get(place) ?? 0;
    const inNamespace = namespace === "" ? 0 : at(placeOf(namespace, ""));
    return counts.all + inNamespace + (name === "" ? 0 : at(placeOf(namespace, name)));
  }
}

const placeOf = (namespace: string, name: string): string => `${namespace}/${name}`;
const EVERYWHERE = placeOf("", "");
