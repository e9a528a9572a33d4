import { escapeToken, unescapeToken } from "../../json/pointer.ts";
import { isJsonObject, type Json } from "../../json/value.ts";
import { diffJson } from "../../patch/diff.ts";
import type { BlamedField, FieldWriter, LostValue } from "./field-writer.ts";

/** A part of an object with its writer: a map, a list, or a scalar. */
export interface Mark {
  by: FieldWriter;
  readonly members?: Map<string, Mark>;
  readonly items?: Mark[];
  value?: Json;
}

type Loss = Omit<LostValue, "why">;

/** Fields that only the server sets. */
const SYSTEM: ReadonlySet<string> = new Set([
  "uid",
  "resourceVersion",
  "generation",
  "creationTimestamp",
  "deletionTimestamp",
  "deletionGracePeriodSeconds",
  "selfLink",
]);
const SERVER: FieldWriter = { kind: "server", name: "" };
/** Writers of this request whose lost values are of interest. */
const AUTHORS: ReadonlySet<FieldWriter["kind"]> = new Set(["client", "plugin", "policy", "webhook"]);

/** An object on its way through a write. Each part knows who wrote it last. */
export class MarkedObject {
  readonly lost: Loss[] = [];
  root: Mark = marked({}, SERVER);
  #value: Json = {};
  #old: Mark | undefined;

  /** Begins with the stored object. `mark` sets its writers. */
  begin(old: Json, mark: (root: Mark) => void): void {
    this.#value = old;
    this.root = marked(old, { kind: "before", name: "" });
    mark(this.root);
    this.#old = copyOf(this.root);
  }

  /**
   * Takes the next state. What differs was written by `by`. `isDecoding`: the server read what was written before; another
   * form of the same value has no other writer.
   */
  become(next: Json, by: FieldWriter, isDecoding = false): void {
    for (const operation of diffJson(this.#value, next)) {
      const { op, path } = operation;
      const { parent, key } = this.#parentOf(path);
      const isInserted = op === "add" && parent.items !== undefined;
      const old = isInserted ? undefined : childOf(parent, key);
      const isNewForm = isDecoding && op === "replace" && old !== undefined;
      if (old !== undefined && !isNewForm) this.#lose(path, old, op === "remove", by);
      if (!("value" in operation)) removeChild(parent, key);
      else setChild(parent, key, marked(operation.value, isNewForm ? old.by : by), op === "add");
    }
    this.#value = next;
  }

  /** Gives the writers of the stored object to what the server took from it, and the server what only it sets. */
  inheritOld(): void {
    if (this.#old !== undefined) inherit(this.root, this.#old);
    for (const [key, mark] of this.root.members?.get("metadata")?.members ?? [])
      if (SYSTEM.has(key)) mark.by = SERVER;
  }

  #lose(path: string, old: Mark, isRemoved: boolean, by: FieldWriter): void {
    for (const { path: below, value, by: from } of fieldsOf(old)) {
      // An empty list or map, or null, is nothing that was lost.
      if (!AUTHORS.has(from.kind) || isSame(from, by) || typeof value === "object") continue;
      const isServer = by.kind === "server" || by.kind === "default";
      const how = isServer ? "not stored" : isRemoved ? "removed" : "overwritten";
      this.lost.push({ path: path + below, value, from, how, by });
    }
  }

  #parentOf(path: string): { readonly parent: Mark; readonly key: string } {
    const keys = path.split("/").slice(1).map(unescapeToken);
    const key = keys.pop() ?? "";
    const parent = keys.reduce((mark, token) => childOf(mark, token) ?? mark, this.root);
    return { parent, key };
  }
}

/** True if it is the same component, in whatever round. */
const isSame = (a: FieldWriter, b: FieldWriter): boolean =>
  a.kind === b.kind && a.name === b.name && a.configuration === b.configuration;

/** A value with this writer for every part. */
function marked(value: Json, by: FieldWriter): Mark {
  if (Array.isArray(value)) return { by, items: value.map((item) => marked(item, by)) };
  if (!isJsonObject(value)) return { by, value };
  const members = Object.entries(value).flatMap(([key, member]) =>
    member === undefined ? [] : [[key, marked(member, by)] as const],
  );
  return { by, members: new Map(members) };
}

/** All scalars and empty lists and maps of a part, with paths relative to it. */
export function fieldsOf({ by, members, items, value }: Mark): BlamedField[] {
  const children = members ?? items?.map((item, i) => [String(i), item] as const);
  if (children === undefined) return [{ path: "", value: value ?? null, by }];
  const fields = [...children].flatMap(([key, child]) =>
    fieldsOf(child).map(({ path, ...rest }) => ({ path: `/${escapeToken(key)}${path}`, ...rest })),
  );
  return fields.length === 0 ? [{ path: "", value: items === undefined ? {} : [], by }] : fields;
}

const childOf = ({ members, items }: Mark, key: string): Mark | undefined =>
  members?.get(key) ?? items?.[Number(key)];

function setChild({ members, items }: Mark, key: string, child: Mark, isNew: boolean): void {
  members?.set(key, child);
  items?.splice(Number(key), isNew ? 0 : 1, child);
}

function removeChild({ members, items }: Mark, key: string): void {
  members?.delete(key);
  items?.splice(Number(key), 1);
}

function copyOf({ by, members, items, value }: Mark): Mark {
  if (items !== undefined) return { by, items: items.map(copyOf) };
  if (members === undefined) return { by, value: value ?? null };
  return { by, members: new Map([...members].map(([key, child]) => [key, copyOf(child)])) };
}

function inherit(mark: Mark, old: Mark): void {
  for (const [key, child] of mark.members ?? []) {
    const before = old.members?.get(key);
    if (before !== undefined) inherit(child, before);
  }
  mark.items?.forEach((item, i) => {
    const before = old.items?.[i];
    if (before !== undefined) inherit(item, before);
  });
  if (mark.by.kind === "server" && mark.value !== undefined && mark.value === old.value) mark.by = old.by;
}
