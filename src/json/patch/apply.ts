import type { Json, JsonObject } from "../../api/json.ts";
import { goTypeName } from "../go-type-name.ts";
import type { NumberLiterals } from "../number-literals.ts";
import { clone, getKey } from "../object.ts";
import { RawScalar } from "../raw-scalar.ts";
import { type JsonPatch, JsonPatchError, TestFailedError } from "./operation.ts";
import { hasRaw, resolveRaw, textSize } from "./raw-values.ts";
import { sameText } from "./same-text.ts";
import { erase, insert, isContainer, overwrite, type Place, read, Workpiece } from "./workpiece.ts";

export interface ApplyOptions {
  /** Bytes of JSON that all `copy` operations together may add; absent: any. The server allows 3 MiB. */
  readonly copyLimit?: number;
  /** Receives the text of unusual numbers that the patch brought in. */
  readonly literals?: NumberLiterals;
}

/**
 * The patched document; what did not change is shared with the old one, which stays as it was. Behaves as the
 * reference's library, peculiarities included (admission.md 7.5). Throws JsonPatchError; then nothing has changed.
 */
export function applyJsonPatch(document: Json, patch: JsonPatch, options: ApplyOptions = {}): Json {
  if (!isContainer(document)) throw new JsonPatchError(notADocument(document));
  const run = new Run(document, options.copyLimit ?? 0);
  for (const operation of patch.operations) run.perform(operation ?? {});
  return patch.raw ? resolveRaw(run.piece.root, options.literals) : run.piece.root;
}

const notADocument = (document: Json): string =>
  `json: cannot unmarshal ${goTypeName(document)} into Go value of type jsonpatch.partialDoc`;

class Run {
  readonly piece: Workpiece;
  readonly #copyLimit: number;
  #copied = 0;

  constructor(document: Json[] | JsonObject, copyLimit: number) {
    this.piece = new Workpiece(document);
    this.#copyLimit = copyLimit;
  }

  perform(operation: JsonObject): void {
    const kind = kindOf(operation);
    if (kind === "add") this.#add(operation);
    else if (kind === "remove") this.#remove(operation);
    else if (kind === "replace") this.#replace(operation);
    else if (kind === "move") this.#move(operation);
    else if (kind === "test") this.#test(operation);
    else if (kind === "copy") this.#copy(operation);
    else throw new JsonPatchError(`Unexpected kind: ${kind}`);
  }

  #add(operation: JsonObject): void {
    const path = pathOrMissing("add", operation);
    const place = this.piece.findForWriting(path);
    if (place === undefined)
      throw new JsonPatchError(`add operation does not apply: doc is missing path: "${path}": missing value`);
    explain(`error in add for path: '${path}'`, () => insert(place, valueMember(operation)));
  }

  #remove(operation: JsonObject): void {
    const path = pathOrMissing("remove", operation);
    const place = this.piece.findForWriting(path);
    if (place === undefined)
      throw new JsonPatchError(
        `remove operation does not apply: doc is missing path: "${path}": missing value`,
      );
    explain(`error in remove for path: '${path}'`, () => erase(place));
  }

  #replace(operation: JsonObject): void {
    const path = textMember("replace", operation, "path");
    if (path === "") this.#replaceRoot(operation);
    else this.#replaceMember(path, operation);
  }

  #replaceMember(path: string, operation: JsonObject): void {
    const place = this.#place(path, "replace operation does not apply: doc is missing path");
    try {
      read(place);
    } catch {
      throw new JsonPatchError(
        `replace operation does not apply: doc is missing key: ${path}: missing value`,
      );
    }
    overwrite(place, valueMember(operation));
  }

  #replaceRoot(operation: JsonObject): void {
    const value = valueMember(operation);
    if (!isContainer(value))
      throw new JsonPatchError("replace operation value must be object or array: %!w(<nil>)");
    this.piece.root = value;
  }

  #move(operation: JsonObject): void {
    const from = textMember("move", operation, "from");
    const source = this.#place(from, "move operation does not apply: doc is missing from path");
    const value = explain(`error in move for path: '${source.key}'`, () => {
      const found = read(source) ?? null;
      erase(source);
      return found;
    });
    const path = textMember("move", operation, "path");
    const target = this.#place(path, "move operation does not apply: doc is missing destination path");
    explain(`error in move for path: '${path}'`, () => insert(target, value));
  }

  #test(operation: JsonObject): void {
    const path = textMember("test", operation, "path");
    if (!this.#holds(path, operation)) throw new TestFailedError(`testing value ${path} failed: test failed`);
  }

  #holds(path: string, operation: JsonObject): boolean {
    const expected = valueMember(operation);
    if (path === "") return sameText(this.piece.root, expected);
    const place = this.piece.find(path);
    if (place === undefined)
      throw new JsonPatchError(`test operation does not apply: is missing path: ${path}: missing value`);
    const actual = explain(`error in test for path: '${path}'`, () => read(place));
    return sameText(actual ?? null, expected);
  }

  #copy(operation: JsonObject): void {
    const from = textMember("copy", operation, "from");
    const source = this.piece.find(from);
    if (source === undefined)
      throw new JsonPatchError(
        `copy operation does not apply: doc is missing from path: ${from}: missing value`,
      );
    const value = explain(`error in copy for from: '${from}'`, () => read(source) ?? null);
    const path = pathOrMissing("copy", operation);
    const target = this.#place(path, "copy operation does not apply: doc is missing destination path");
    this.#count(value);
    explain("error while adding value during copy", () => insert(target, copyOf(value)));
  }

  #count(value: Json): void {
    if (this.#copyLimit <= 0 || value === null) return;
    this.#copied += textSize(value);
    if (this.#copied <= this.#copyLimit) return;
    throw new JsonPatchError(
      `Unable to complete the copy, the accumulated size increase of copy is ${this.#copied}, exceeding the limit ${this.#copyLimit}`,
    );
  }

  #place(path: string, complaint: string): Place {
    const place = this.piece.findForWriting(path);
    if (place === undefined) throw new JsonPatchError(`${complaint}: ${path}: missing value`);
    return place;
  }
}

/** Two places must not share what a later operation may change. */
function copyOf(value: Json): Json {
  return hasRaw(value) ? value : clone(value);
}

function kindOf(operation: JsonObject): string {
  const op = plainMember(operation, "op");
  return typeof op === "string" ? op : "unknown";
}

function valueMember(operation: JsonObject): Json {
  return getKey(operation, "value") ?? null;
}

/** Members that are read as text: an odd spelling does not matter there. */
function plainMember(operation: JsonObject, name: string): Json | undefined {
  const member = getKey(operation, name) as unknown;
  return member instanceof RawScalar ? member.value : (member as Json | undefined);
}

function pathOrMissing(kind: string, operation: JsonObject): string {
  const path = plainMember(operation, "path");
  if (typeof path !== "string")
    throw new JsonPatchError(`${kind} operation failed to decode path: missing value`);
  return path;
}

function textMember(kind: string, operation: JsonObject, name: "path" | "from"): string {
  const text = plainMember(operation, name);
  if (typeof text === "string") return text;
  const prefix = `${kind} operation failed to decode ${name}: `;
  if (text === undefined || text === null) {
    throw new JsonPatchError(
      `${prefix}operation${name === "from" ? "," : ""} missing ${name} field: missing value`,
    );
  }
  throw new JsonPatchError(
    `${prefix}json: cannot unmarshal ${goTypeName(text)} into Go value of type string`,
  );
}

function explain<T>(context: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    if (error instanceof JsonPatchError) throw new JsonPatchError(`${context}: ${error.message}`);
    throw error;
  }
}
