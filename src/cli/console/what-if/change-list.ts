import { type Json, type JsonObject, record } from "../../../json/value.ts";
import type { RecordedRequest } from "../../../recording/recording.ts";
import { countOne } from "../../../replay/changed-decisions.ts";

/** Rows of one kind that are listed. All changes are counted. */
const MOST_LISTED = 100;

/** A request whose decision changes. */
interface Listed {
  /** `newly-denied`, … */
  readonly kind: string;
  readonly why: string;
  readonly request: RecordedRequest;
  readonly before: JsonObject;
  readonly now: JsonObject;
  readonly differs: readonly string[];
}

/**
 * The changes of a comparison: how many of each kind, and the first ones as rows. Equal requests are one row, which has their
 * count and the id of the newest: a controller whose pods are refused sends the same request again and again.
 */
export class ChangeList {
  readonly #counts = new Map<string, number>();
  readonly #rows = new Map<string, JsonObject>();
  readonly #listed = new Map<string, number>();

  add(change: Listed): void {
    const { kind } = change;
    countOne(this.#counts, kind);
    const key = keyOf(change);
    const same = this.#rows.get(key);
    if (same !== undefined) {
      Object.assign(same, { ...described(change.request), count: Number(same.count) + 1 });
      return;
    }
    const listed = this.#listed.get(kind) ?? 0;
    if (listed >= MOST_LISTED) return;
    this.#listed.set(kind, listed + 1);
    this.#rows.set(key, rowOf(change));
  }

  /** Members of the answer. */
  result(): { readonly changed: Readonly<Record<string, number>>; readonly changes: JsonObject[] } {
    return { changed: Object.fromEntries(this.#counts), changes: [...this.#rows.values()] };
  }
}

function keyOf({ kind, why, request, before, now, differs }: Listed): string {
  const { operation, resource, subresource, namespace, user } = request;
  const target = [operation, resource.group, resource.resource, subresource, namespace, nameOf(request)];
  return JSON.stringify([kind, why, ...target, user.username, before.code ?? 0, now.code ?? 0, differs]);
}

const rowOf = ({ kind, why, request, before, now, differs }: Listed): JsonObject => ({
  kind,
  why,
  ...described(request),
  before,
  now,
  differs: [...differs],
  count: 1,
});

function described(request: RecordedRequest): JsonObject {
  const { id, operation, resource, subresource, namespace, user } = request;
  const what = subresource === "" ? resource.resource : `${resource.resource}/${subresource}`;
  // Objects of one deleted collection are distinguished by a suffix of the audit id, under which the page
  // finds the request.
  const auditId = id.split("#", 1)[0] ?? id;
  return { id: auditId, operation, resource: what, namespace, name: nameOf(request), user: user.username };
}

/** `web-5d4…` for a name that is generated. */
function nameOf({ name, object }: RecordedRequest): string {
  const { generateName }: { generateName?: Json } = record(object?.metadata);
  return typeof generateName === "string" && generateName !== "" ? `${generateName}…` : name;
}
