/**
 * A path from a variable to a part of it: `["self", "spec", "@items"]`.
 *
 * In the reference several paths share one array while it has free capacity: extending a path can overwrite the last
 * element of another one, and sizes that are looked up later are then those of the other field. Limits on costs were
 * published with these sizes, so the sharing is repeated here: the capacity doubles when it is used up.
 */
export class Path {
  readonly #shared: string[];
  readonly #length: number;
  readonly #room: number;

  private constructor(shared: string[], length: number, room: number) {
    this.#shared = shared;
    this.#length = length;
    this.#room = room;
  }

  static readonly NONE: Path = new Path([], 0, 0);

  static of(variable: string): Path {
    return new Path([variable], 1, 1);
  }

  get isEmpty(): boolean {
    return this.#length === 0;
  }

  get variable(): string | undefined {
    return this.#length === 0 ? undefined : this.#shared[0];
  }

  step(part: string): Path {
    const length = this.#length + 1;
    if (length <= this.#room) {
      this.#shared[this.#length] = part;
      return new Path(this.#shared, length, this.#room);
    }
    return new Path([...this.parts(), part], length, Math.max(1, this.#room * 2));
  }

  /** Returns the same as `step`, in a new array. */
  copyStep(part: string): Path {
    return new Path([...this.parts(), part], this.#length + 1, this.#length + 1);
  }

  parts(): readonly string[] {
    return this.#shared.slice(0, this.#length);
  }
}
