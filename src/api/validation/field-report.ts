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
import { FieldPath, named, type PathLike, type Segment } from "./field-path.ts";

/** Marks of the errors of a path. */
type Marks = Pick<FieldError, "declared" | "declaredOnly" | "ofOwner">;

const UNMARKED: Marks = {};

/** Settings of a server that its rules read. */
export interface RuleSettings {
  /** Names of the features that are not in the state of an ordinary server; absent: none. */
  readonly changedGates?: ReadonlySet<string> | undefined;
}

/** The state that all paths of one check share. */
class Findings {
  readonly changedGates: ReadonlySet<string> | undefined;
  /** Errors in the order of discovery, in which clients see them. */
  readonly errors: FieldError[] = [];
  readonly limit = new TextLimit();

  constructor({ changedGates }: RuleSettings) {
    this.changedGates = changedGates;
  }
}

/**
 * A path that collects the errors at and below it: `at.child("name").required()` adds an error to the list that all
 * paths of one check share. Checks of whole structures are functions `(value, at: FieldReport) => void`.
 */
export class FieldReport extends FieldPath implements RuleSettings {
  readonly #findings: Findings;
  readonly #marks: Marks;

  /** `settings`: those of the server. Other paths of the same check are made by `child`, `index`, `key` and `root`. */
  constructor(
    segment: Segment,
    parent?: FieldPath,
    settings: RuleSettings | Findings = {},
    marks: Marks = UNMARKED,
  ) {
    super(segment, parent);
    this.#findings = settings instanceof Findings ? settings : new Findings(settings);
    this.#marks = marks;
  }

  /** The same path for errors that the reference's declarative validation finds, too (`FieldError.declared`). */
  get declared(): FieldReport {
    return this.#marked({ declared: true });
  }

  /** `declared` for rules of a union: whether a member may be there (`FieldError.ofOwner`). */
  get declaredUnion(): FieldReport {
    return this.#marked({ declared: true, ofOwner: true });
  }

  /** The same path for checks that only declarative validation runs: other errors are left out. */
  get declaredOnly(): FieldReport {
    return this.#marked({ declaredOnly: true });
  }

  #marked(marks: Marks): FieldReport {
    return new FieldReport(this.segment, this.parent, this.#findings, { ...this.#marks, ...marks });
  }

  /** Errors in the order of discovery, in which clients see them. */
  get errors(): FieldError[] {
    return this.#findings.errors;
  }

  get changedGates(): ReadonlySet<string> | undefined {
    return this.#findings.changedGates;
  }

  /** A path from the root of the object, which shares the errors of this one. */
  root(name: string): FieldReport {
    return new FieldReport(name, undefined, this.#findings);
  }

  /**
   * Adds an error, unless the list has reached the limits of one response. Errors beyond them are not built, because
   * many can repeat a long path or quote a long value. `declared`: its message in declarative validation, if it has
   * another one.
   */
  add(make: (field: string) => FieldError, declared?: string): void {
    const { errors, limit } = this.#findings;
    const marks = declared === undefined ? this.#marks : { ...this.#marks, declared };
    if (limit.isReached || (marks.declaredOnly && marks.declared === undefined)) return;
    const error = make(this.toString());
    errors.push(marks.declared === undefined ? error : { ...error, ...marks });
    limit.count(error.field + error.message);
  }

  override child(name: string): FieldReport {
    return new FieldReport(named(name), this, this.#findings, this.#marks);
  }

  override index(index: number): FieldReport {
    return new FieldReport(index, this, this.#findings, this.#marks);
  }

  override key(key: string): FieldReport {
    return new FieldReport({ key }, this, this.#findings, this.#marks);
  }

  /** Runs a check for each item of a list; an absent list counts as empty. */
  each<T>(
    items: readonly T[] | null | undefined,
    check: (item: T, at: FieldReport, index: number) => void,
  ): void {
    items?.forEach((item, i) => void check(item, this.index(i), i));
  }

  /** `each` for a list in a child. */
  eachOf<T>(
    name: string,
    items: readonly T[] | null | undefined,
    check: (item: T, at: FieldReport, index: number) => void,
  ): void {
    if (items !== undefined && items !== null && items.length > 0) this.child(name).each(items, check);
  }

  /** True if the list of errors is full. A check that can find very many errors may then stop. */
  get isFull(): boolean {
    return this.#findings.limit.isReached;
  }

  required(detail = ""): void {
    this.add((field) => required(field, detail));
  }

  /** `declared`: as in `add`. */
  invalid(value: unknown, detail: string, declared?: string): void {
    this.add((field) => invalid(field, value, detail), declared);
  }

  /** Adds one error for each problem of a value. */
  problems(value: unknown, problems: readonly string[]): void {
    for (const problem of problems) this.invalid(value, problem);
  }

  /** Adds one error at the child for each problem that `rule` finds. An absent value is checked as the empty text. */
  check(name: string, value: string | undefined, rule: (text: string) => readonly string[]): void {
    const problems = rule(value ?? "");
    if (problems.length > 0) this.child(name).problems(value ?? "", problems);
  }

  /** `check` for a value that may be absent or empty. */
  checkIfSet(name: string, value: string | undefined, rule: (text: string) => readonly string[]): void {
    if ((value ?? "") !== "") this.check(name, value, rule);
  }

  /**
   * Adds a Required error if the value is absent, null, an empty text or an empty list. Returns true if there is a
   * value.
   */
  require(name: string, value: string | number | object | null | undefined, detail = ""): boolean {
    const none = value === undefined || value === null || value === "" || value === 0;
    if (!none && !(Array.isArray(value) && value.length === 0)) return true;
    this.child(name).required(detail);
    return false;
  }

  /** Adds a Required error if the value is absent or empty, otherwise one error for each problem of `rule`. */
  requireFormat(name: string, value: string | undefined, rule: (text: string) => readonly string[]): void {
    if (this.require(name, value)) this.check(name, value, rule);
  }

  /** Adds an error if the value is not in a closed set. An absent value is allowed. */
  supports(name: string, value: string | undefined, supported: readonly string[]): void {
    if (value !== undefined && !supported.includes(value)) this.child(name).notSupported(value, supported);
  }

  /** `supports` for a value of the Go type string. */
  supportsText(name: string, value: string | undefined, supported: readonly string[]): void {
    if (value !== undefined && !supported.includes(value))
      this.child(name).notSupportedText(value, supported);
  }

  /** `supports` with a Required error for an absent or empty value. */
  requireSupported(name: string, value: string | undefined, supported: readonly string[]): void {
    if (this.require(name, value)) this.supports(name, value, supported);
  }

  /** Adds an error for a negative number. An absent value is allowed. */
  nonNegative(name: string, value: number | bigint | undefined): void {
    if (value !== undefined && value < 0)
      this.child(name).invalid(value, "must be greater than or equal to 0");
  }

  typeInvalid(value: unknown, detail: string): void {
    this.add((field) => typeInvalid(field, value, detail));
  }

  /** The supported values are printed in the order given. */
  notSupported(value: unknown, supported: readonly string[]): void {
    this.add((field) => notSupportedInOrder(field, value, supported));
  }

  /** `notSupported` for a value of the Go type string. */
  notSupportedText(value: string, supported: readonly string[]): void {
    this.add((field) => notSupportedText(field, value, supported));
  }

  duplicate(value: unknown, detail = ""): void {
    this.add((field) => duplicate(field, value, detail));
  }

  /** Adds a Duplicate error if the value is in `seen`, and adds the value to `seen`. */
  distinct(value: string, seen: Set<string>): void {
    if (seen.has(value)) this.duplicate(value);
    seen.add(value);
  }

  /** `distinct` for a value whose Go type is a named string type. */
  distinctNamed(value: string, seen: Set<string>): void {
    if (seen.has(value)) this.duplicate(new NamedText(value));
    seen.add(value);
  }

  forbidden(detail: string): void {
    this.add((field) => forbiddenField(field, detail));
  }

  notFound(value: unknown, detail = ""): void {
    this.add((field) => {
      const error = fieldNotFound(field, value);
      return detail === "" ? error : { ...error, message: `${error.message}: ${detail}` };
    });
  }

  tooLong(maxBytes: number): void {
    this.add((field) => tooLong(field, maxBytes));
  }

  tooMany(actual: number, max: number): void {
    this.add((field) => tooMany(field, actual, max));
  }

  internal(detail: string): void {
    this.add((field) => internalFieldError(field, detail));
  }
}

/** Checks a value and adds its problems at its path. */
export type Check<T> = (value: T, at: FieldReport) => void;

/** Checks a new value (`old` is undefined) or a changed one, and adds its problems at its path. */
export type ChangeCheck<T> = (value: T, old: T | undefined, at: FieldReport) => void;

/**
 * Runs a check below `path` and returns the errors that it added. `settings`: those of the server, for rules that read
 * them; a path that is a report has its own.
 */
export function collectErrors(
  path: PathLike,
  check: (at: FieldReport) => void,
  settings: RuleSettings = path instanceof FieldReport ? path : {},
): FieldError[] {
  const [segment, parent] = typeof path === "string" ? [path] : ["", path];
  const at = new FieldReport(segment, parent, settings);
  check(at);
  return at.errors;
}
