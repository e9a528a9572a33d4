import { formatGroupResource, type GroupResource } from "../../../api/group-version.ts";
import {
  internalError,
  plainError,
  type StatusCause,
  StatusError,
  tooManyRequests,
} from "../../../api/status.ts";
import type { Features } from "../../../resources/features/features.ts";
import type { Entry } from "../../../storage/storage.ts";

/**
 * Errors about stored objects that cannot be converted to the version of a request: the conversion webhook fails, or the
 * definition no longer has their version (apiserver/pkg/storage/etcd3/corrupt_obj_deleter.go). If the gate
 * AllowUnsafeMalformedObjectDeletion is off, they are the errors of the conversion.
 */

/** Dependency of these errors. */
export interface FeatureGates {
  readonly features: Features;
}

const isOn = ({ features }: FeatureGates): boolean => features.isOn("AllowUnsafeMalformedObjectDeletion");

const undecodable = (revision: number, { message }: StatusError): string =>
  `object not decodable revision=${revision}: ${message}`;

const corrupt = (key: string, { revision }: Pick<Entry, "revision">, error: StatusError): string =>
  `StorageError: corrupt object, Code: 7, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: ${undecodable(revision, error)}`;

/** Returns the error for a get or a deletion; errors of other kinds are returned unchanged. */
export const unreadable = (gates: FeatureGates, entry: Entry, error: unknown): unknown =>
  error instanceof StatusError && isOn(gates)
    ? internalError(corrupt(entry.key.slice("/registry".length), entry, error), error)
    : error;

/** Returns the error for a change of the object at this revision, or for the answer to one that was stored. */
export const unchangeable = (gates: FeatureGates, revision: number, error: unknown): unknown =>
  error instanceof StatusError && isOn(gates) ? plainError(undecodable(revision, error), error) : error;

/** Greatest number of objects that the error of a list names. */
const MOST_ITEMS = 100;

/** The error of a list that has objects which cannot be read. */
export class UnreadableList extends StatusError {}

/** Returns the error of a list or watch that the reference answers from its cache, which it cannot fill. */
export const unfilledCache = ({ message }: UnreadableList): StatusError =>
  tooManyRequests(`storage is (re)initializing: failed to list <unspecified>: ${message}`, 1);

/** Collects the objects of a list that cannot be read. */
export class UnreadableItems {
  readonly #gates: FeatureGates;
  readonly #resource: GroupResource;
  readonly #causes: Required<StatusCause>[] = [];

  constructor(gates: FeatureGates, resource: GroupResource) {
    this.#gates = gates;
    this.#resource = resource;
  }

  /** Adds an object with the error of its conversion. Throws errors of other kinds, and the error of the list if it has enough. */
  add(entry: Entry, error: unknown): void {
    if (!(error instanceof StatusError)) throw error;
    if (!isOn(this.#gates)) throw new UnreadableList(error.status, { cause: error });
    const message = corrupt(entry.key, entry, error);
    this.#causes.push({ reason: "UnexpectedServerResponse", message, field: entry.key });
    if (this.#causes.length === MOST_ITEMS) throw this.#error([TRUNCATED]);
  }

  /** Throws the error of the list if there are such objects. */
  assertNone(): void {
    if (this.#causes.length > 0) throw this.#error([]);
  }

  #error(more: readonly StatusCause[]): StatusError {
    const [first, ...others] = this.#causes;
    const end = others.length === 0 ? "" : ` (and ${others.length} more)`;
    const { group, resource: kind } = this.#resource;
    return new UnreadableList({
      message: `failed to read one or more ${formatGroupResource(this.#resource)} from the storage: ${first?.message}${end}`,
      reason: "StorageReadError",
      details: { name: "list", group, kind, causes: [...this.#causes, ...more] },
      code: 500,
    });
  }
}

const TRUNCATED: StatusCause = {
  reason: "FieldValueTooMany",
  message: "too many errors, the list is truncated",
};
