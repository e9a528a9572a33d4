import {
  duplicate,
  type FieldError,
  fieldNotFound,
  forbiddenField,
  internalFieldError,
  invalid,
  NamedText,
  notSupportedInOrder,
  notSupportedText,
  required,
  TextLimit,
  tooLong,
  tooMany,
  typeInvalid,
} from "./field-error.ts";

/** A key of a map; a name may look like one: `[x]`. */
interface MapKey {
  readonly key: string;
}

/** A field's name, a number for an index, or a key. */
type Segment = string | number | MapKey;

/** Where a field lies: a chain of segments that becomes text only when an error needs it. */
export class FieldPath {
  #text: string | undefined;
  readonly parent: FieldPath | undefined;
  readonly segment: Segment;

  constructor(segment: Segment, parent?: FieldPath) {
    this.segment = segment;
    this.parent = parent;
  }

  /** `name` may lead further down: `metadata.labels`. */
  child(name: string): FieldPath {
    return new FieldPath(named(name), this);
  }

  index(index: number): FieldPath {
    return new FieldPath(index, this);
  }

  /** `limits` → `limits[cpu]`. */
  key(key: string): FieldPath {
    return new FieldPath({ key }, this);
  }

  /** Made once: all errors below a long path share its text. */
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

/** A field without a name is written as a key without one (Path.String in field/path.go). */
const named = (name: string): Segment => (name === "" ? { key: "" } : name);

/** The field of a value; `path`: where the value lies, undefined at the root. */
export const fieldBelow = (path: FieldPath | undefined, name: string): FieldPath =>
  new FieldPath(named(name), path);

/** The same of an entry of a map. */
export const entryBelow = (path: FieldPath | undefined, key: string): FieldPath =>
  new FieldPath({ key }, path);

/** What functions that others call take for a path: text is as good as a chain. */
export type PathLike = FieldPath | string;

/** What has been said in each list of errors. */
const limits = new WeakMap<FieldError[], TextLimit>();

/**
 * A path that collects what is wrong at it and below it: `at.child("name").required()` adds an error to the list that
 * all paths of one check share. Checks of whole structures are functions `(value, at: FieldReport) => void`.
 */
export class FieldReport extends FieldPath {
  /** In the order of discovery, which is the order in which clients see them. */
  readonly errors: FieldError[];

  constructor(segment: Segment, parent?: FieldPath, errors: FieldError[] = []) {
    super(segment, parent);
    this.errors = errors;
  }

  /** Errors that no answer would have are not made: many may name one long path, or quote one long value. */
  #add(make: (field: string) => FieldError): void {
    const limit = limits.get(this.errors) ?? new TextLimit();
    if (limit.isReached) return;
    const error = make(this.toString());
    this.errors.push(error);
    limit.count(error.field + error.message);
    limits.set(this.errors, limit);
  }

  override child(name: string): FieldReport {
    return new FieldReport(named(name), this, this.errors);
  }

  override index(index: number): FieldReport {
    return new FieldReport(index, this, this.errors);
  }

  override key(key: string): FieldReport {
    return new FieldReport({ key }, this, this.errors);
  }

  /** Runs a check for each item of the list that is here; an absent list has none. */
  each<T>(
    items: readonly T[] | null | undefined,
    check: (item: T, at: FieldReport, index: number) => void,
  ): void {
    items?.forEach((item, i) => void check(item, this.index(i), i));
  }

  /** As `each`, for the list in a child. */
  eachOf<T>(
    name: string,
    items: readonly T[] | null | undefined,
    check: (item: T, at: FieldReport, index: number) => void,
  ): void {
    if (items !== undefined && items !== null && items.length > 0) this.child(name).each(items, check);
  }

  /** No further error would be kept: where one cause has many of them, they need not be looked for. */
  get isFull(): boolean {
    return limits.get(this.errors)?.isReached ?? false;
  }

  required(detail = ""): void {
    this.#add((field) => required(field, detail));
  }

  invalid(value: unknown, detail: string): void {
    this.#add((field) => invalid(field, value, detail));
  }

  /** One error for each problem of a value. */
  problems(value: unknown, problems: readonly string[]): void {
    for (const problem of problems) this.invalid(value, problem);
  }

  /** One error at the child for each problem that `rule` finds with its value; an absent value is the empty text. */
  check(name: string, value: string | undefined, rule: (text: string) => readonly string[]): void {
    const problems = rule(value ?? "");
    if (problems.length > 0) this.child(name).problems(value ?? "", problems);
  }

  /** As `check`, unless the value is absent or empty. */
  checkIfSet(name: string, value: string | undefined, rule: (text: string) => readonly string[]): void {
    if ((value ?? "") !== "") this.check(name, value, rule);
  }

  /** Required where the value is absent, null, an empty text or an empty list; answers whether it is there. */
  require(
    name: string,
    value: string | readonly unknown[] | number | null | undefined,
    detail = "",
  ): boolean {
    const none = value === undefined || value === null || value === "" || value === 0;
    if (!none && !(Array.isArray(value) && value.length === 0)) return true;
    this.child(name).required(detail);
    return false;
  }

  /** Required where absent, else one problem after the other. */
  requireFormat(name: string, value: string | undefined, rule: (text: string) => readonly string[]): void {
    if (this.require(name, value)) this.check(name, value, rule);
  }

  /** One of a closed set of words; absent is fine. */
  supports(name: string, value: string | undefined, supported: readonly string[]): void {
    if (value !== undefined && !supported.includes(value)) this.child(name).notSupported(value, supported);
  }

  /** As `supports`, for a value whose Go type is string itself. */
  supportsText(name: string, value: string | undefined, supported: readonly string[]): void {
    if (value !== undefined && !supported.includes(value))
      this.child(name).notSupportedText(value, supported);
  }

  /** As `supports`, but absent or empty is Required. */
  requireSupported(name: string, value: string | undefined, supported: readonly string[]): void {
    if (this.require(name, value)) this.supports(name, value, supported);
  }

  /** A number that may not be negative; absent is fine. */
  nonNegative(name: string, value: number | bigint | undefined): void {
    if (value !== undefined && value < 0)
      this.child(name).invalid(value, "must be greater than or equal to 0");
  }

  typeInvalid(value: unknown, detail: string): void {
    this.#add((field) => typeInvalid(field, value, detail));
  }

  /** The supported values are printed in the order given. */
  notSupported(value: unknown, supported: readonly string[]): void {
    this.#add((field) => notSupportedInOrder(field, value, supported));
  }

  /** As `notSupported`, for a value whose Go type is string itself. */
  notSupportedText(value: string, supported: readonly string[]): void {
    this.errors.push(notSupportedText(this.toString(), value, supported));
  }

  duplicate(value: unknown, detail = ""): void {
    this.#add((field) => duplicate(field, value, detail));
  }

  /** A duplicate of what has been `seen` before, which now has the value too. */
  distinct(value: string, seen: Set<string>): void {
    if (seen.has(value)) this.duplicate(value);
    seen.add(value);
  }

  /** The same for a value whose Go type is a name for string. */
  distinctNamed(value: string, seen: Set<string>): void {
    if (seen.has(value)) this.duplicate(new NamedText(value));
    seen.add(value);
  }

  forbidden(detail: string): void {
    this.#add((field) => forbiddenField(field, detail));
  }

  notFound(value: unknown, detail = ""): void {
    this.#add((field) => {
      const error = fieldNotFound(field, value);
      return detail === "" ? error : { ...error, message: `${error.message}: ${detail}` };
    });
  }

  tooLong(maxBytes: number): void {
    this.#add((field) => tooLong(field, maxBytes));
  }

  tooMany(actual: number, max: number): void {
    this.#add((field) => tooMany(field, actual, max));
  }

  internal(detail: string): void {
    this.#add((field) => internalFieldError(field, detail));
  }
}

/** Looks at a value, and reports at its path what is wrong with it. */
export type Check<T> = (value: T, at: FieldReport) => void;

/** As `Check`, of a new value (`old` is undefined) or of a changed one. */
export type ChangeCheck<T> = (value: T, old: T | undefined, at: FieldReport) => void;

/** Runs a check below `path` and returns what it found. */
export function collectErrors(path: PathLike, check: (at: FieldReport) => void): FieldError[] {
  const at = typeof path === "string" ? new FieldReport(path) : new FieldReport("", path);
  check(at);
  return at.errors;
}
