/** Place of an item in a line. */
export class Place<T> {
  readonly item: T;
  before: Place<T> | undefined;
  after: Place<T> | undefined;
  isTaken = true;

  constructor(item: T) {
    this.item = item;
  }
}

/**
 * Items in the order of their arrival; each can leave at any time. It is a list whose links go when an item leaves. A Set would keep more than its
 * items: V8 links each table that a Set has outgrown to the next one (src/objects/ordered-hash-table.h, NextTableIndex). Once
 * garbage collection has moved such a table to the old objects, all later tables and their items are kept until the next full
 * collection. If the items are requests, nearly everything that requests make is moved (docs/decisions/0037).
 */
export class Line<T> implements Iterable<Place<T>> {
  #first: Place<T> | undefined;
  #last: Place<T> | undefined;
  #size = 0;

  /** Number of items. */
  get size(): number {
    return this.#size;
  }

  /** Adds an item at the end. */
  add(item: T): Place<T> {
    const place = new Place(item);
    place.before = this.#last;
    if (this.#last === undefined) this.#first = place;
    else this.#last.after = place;
    this.#last = place;
    this.#size++;
    return place;
  }

  /** Removes an item of this line. Returns false if it has left before. */
  remove(place: Place<T>): boolean {
    if (!place.isTaken) return false;
    const { before, after } = place;
    if (before === undefined) this.#first = after;
    else before.after = after;
    if (after === undefined) this.#last = before;
    else after.before = before;
    place.isTaken = false;
    place.before = undefined;
    place.after = undefined;
    this.#size--;
    return true;
  }

  /** The places of all items, also if items leave meanwhile; of those that have left none is returned. */
  *[Symbol.iterator](): Iterator<Place<T>> {
    const places: Place<T>[] = [];
    for (let place = this.#first; place !== undefined; place = place.after) places.push(place);
    for (const place of places) if (place.isTaken) yield place;
  }
}
