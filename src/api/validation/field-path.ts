/** A key of a map. The name of a field can have the same form: `[x]`. */
interface MapKey {
  readonly key: string;
}

/** A field's name, a number for an index, or a key. */
export type Segment = string | number | MapKey;

/** Path of a field: a chain of segments that is converted to text only if an error needs it. */
export class FieldPath {
  #text: string | undefined;
  readonly parent: FieldPath | undefined;
  readonly segment: Segment;

  constructor(segment: Segment, parent?: FieldPath) {
    this.segment = segment;
    this.parent = parent;
  }

  /** Path of a field below this one. `name` may consist of several names: `metadata.labels`. */
  child(name: string): FieldPath {
    return new FieldPath(named(name), this);
  }

  index(index: number): FieldPath {
    return new FieldPath(index, this);
  }

  /** Path of a map entry: `limits` → `limits[cpu]`. */
  key(key: string): FieldPath {
    return new FieldPath({ key }, this);
  }

  /** Text of the path. It is made once, so that all errors below a long path share it. */
  toString(): string {
    this.#text ??= this.#write();
    return this.#text;
  }

  #write(): string {
    const before = this.parent?.toString() ?? "";
    const { segment } = this;
    if (typeof segment === "object") return `${before}[${segment.key}]`;
    if (typeof segment === "number") return `${before}[${segment}]`;
    return before === "" || segment === "" ? before + segment : `${before}.${segment}`;
  }
}

/** Segment of a field. An empty name is written as an empty key (Path.String in field/path.go). */
export const named = (name: string): Segment => (name === "" ? { key: "" } : name);

/** Path of a field of a value. `path`: path of the value, undefined at the root. */
export const fieldBelow = (path: FieldPath | undefined, name: string): FieldPath =>
  new FieldPath(named(name), path);

/** Path of a map entry of a value. `path`: path of the value, undefined at the root. */
export const entryBelow = (path: FieldPath | undefined, key: string): FieldPath =>
  new FieldPath({ key }, path);

/** Path parameter of exported functions, which accept a text or a chain. */
export type PathLike = FieldPath | string;
