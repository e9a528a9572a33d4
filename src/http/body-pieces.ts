/**
 * Size below which pieces are copied into one block, in bytes: a small buffer of its own takes more memory
 * than its bytes.
 */
const SMALL = 4096;
const BLOCK = 64 << 10;

/** Collects a body that comes in pieces, of any size and number. */
export class BodyPieces {
  readonly #pieces: Buffer[] = [];
  #block: Buffer = Buffer.alloc(0);
  #used = 0;
  size = 0;

  add(piece: Buffer): void {
    this.size += piece.length;
    // Nearly every body has a single piece, which is not copied.
    if (this.size === piece.length || piece.length >= SMALL) {
      this.#seal();
      this.#pieces.push(piece);
      return;
    }
    if (this.#used + piece.length > this.#block.length) {
      this.#seal();
      this.#block = Buffer.allocUnsafe(BLOCK);
    }
    this.#used += piece.copy(this.#block, this.#used);
  }

  whole(): Buffer {
    this.#seal();
    const [first] = this.#pieces;
    return this.#pieces.length === 1 && first !== undefined ? first : Buffer.concat(this.#pieces, this.size);
  }

  #seal(): void {
    if (this.#used > 0) this.#pieces.push(this.#block.subarray(0, this.#used));
    this.#block = this.#block.subarray(this.#used);
    this.#used = 0;
  }
}
