import type { Json } from "../json/value.ts";

/** Maximum items of a piece. A piece that reaches it is split into halves; new pieces have half of it. */
const PIECE = 2048;

/**
 * A list stored in pieces, for many insertions and removals. In an array, moving a million items by one place takes a
 * millisecond, and a patch may do that ten thousand times.
 */
export class LongList {
  readonly #pieces: Json[][] = [];
  #length: number;

  constructor(items: readonly Json[]) {
    this.#length = items.length;
    for (let at = 0; at < items.length; at += PIECE / 2) this.#pieces.push(items.slice(at, at + PIECE / 2));
  }

  get length(): number {
    return this.#length;
  }

  at(index: number): Json | undefined {
    const { piece, offset } = this.#find(index);
    return piece[offset];
  }

  set(index: number, value: Json): void {
    const { piece, offset } = this.#find(index);
    piece[offset] = value;
  }

  /** Inserts a value before the item at `index`, or at the end if there is no such item. */
  insert(index: number, value: Json): void {
    const { at, piece, offset } = this.#find(index);
    piece.splice(offset, 0, value);
    this.#length++;
    if (piece.length >= PIECE) this.#pieces.splice(at + 1, 0, piece.splice(PIECE / 2));
  }

  remove(index: number): void {
    const { at, piece, offset } = this.#find(index);
    piece.splice(offset, 1);
    this.#length--;
    if (piece.length === 0 && this.#pieces.length > 1) this.#pieces.splice(at, 1);
  }

  items(): Json[] {
    return this.#pieces.flat();
  }

  /**
   * The piece that contains an item, and the offset in it. For an index after the last item: the end of the last
   * piece.
   */
  #find(index: number): { at: number; piece: Json[]; offset: number } {
    let at = 0;
    let offset = index;
    for (; at < this.#pieces.length - 1; at++) {
      const { length } = this.#pieces[at]!;
      if (offset < length) break;
      offset -= length;
    }
    return { at, piece: this.#pieces[at]!, offset };
  }
}
