import { atOnce, type Steps } from "../async/steps.ts";
import { goTypeName } from "../go/type-name.ts";
import { cannotUnmarshal } from "../json/cannot-unmarshal.ts";
import { isDeeperThan } from "../json/depth.ts";
import { getKey, setKey } from "../json/object.ts";
import type { NumberLiterals } from "../json/parse/number-literals.ts";
import { MAX_DEPTH } from "../json/parse/scan.ts";
import type { Json, JsonObject } from "../json/value.ts";
import { type JsonPatch, JsonPatchError, TestFailedError } from "./operation.ts";
import { resolveRaw, textSize } from "./raw-values.ts";
import { sameText } from "./same-text.ts";
import { isContainer, type Place, Workpiece } from "./workpiece.ts";

interface ApplyOptions {
  /** Maximum bytes of JSON that all `copy` operations together may add; default: no limit. The server allows 3 MiB. */
  readonly copyLimit?: number;
  /** Receives the texts of unusual numbers that the patch adds. */
  readonly literals?: NumberLiterals;
}

/**
 * Returns the patched document. It shares all unchanged parts with the old document, which is not modified. Behaves
 * as the reference's library does, with its peculiarities. Throws JsonPatchError; then nothing has changed.
 */
export const applyJsonPatch = (document: Json, patch: JsonPatch, options: ApplyOptions = {}): Json =>
  atOnce(patchingSteps(document, patch, options));

/** `applyJsonPatch` in steps. */
export function* patchingSteps(document: Json, patch: JsonPatch, options: ApplyOptions = {}): Steps<Json> {
  if (!isContainer(document)) throw new JsonPatchError(notADocument(document));
  try {
    const run = new Run(document, options.copyLimit ?? 0);
    let left = OPERATIONS_A_STEP;
    for (const operation of patch.operations) {
      run.perform(operation ?? {});
      if (--left > 0) continue;
      left = OPERATIONS_A_STEP;
      yield;
    }
    const patched = patch.raw ? resolveRaw(run.piece.root, options.literals) : run.piece.root;
    if (patch.operations.some(mayNestTooDeep) && isDeeperThan(patched, MAX_DEPTH))
      throw new JsonPatchError(TOO_DEEP);
    return patched;
  } catch (error) {
    // Operations can nest containers so deeply that recursive functions exceed the call stack.
    throw error instanceof RangeError ? new JsonPatchError(TOO_DEEP) : error;
  }
}

/**
 * True if an operation could nest containers more than MAX_DEPTH deep in a document that has at most that depth. Most
 * cannot, which saves a walk through the whole document.
 */
function mayNestTooDeep(operation: JsonObject | null): boolean {
  const { op, path, value = null } = operation ?? {};
  if (op === "move" || op === "copy") return true;
  return isContainer(value) && isDeeperThan(value, MAX_DEPTH - String(path).split("/").length);
}

const OPERATIONS_A_STEP = 1000;
const TOO_DEEP = "exceeded max depth";

const notADocument = (document: Json): string =>
  cannotUnmarshal(goTypeName(document), "jsonpatch.partialDoc");

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
    explain(`error in add for path: '${path}'`, () => this.piece.insert(place, valueMember(operation)));
  }

  #remove(operation: JsonObject): void {
    const path = pathOrMissing("remove", operation);
    const place = this.piece.findForWriting(path);
    if (place === undefined)
      throw new JsonPatchError(
        `remove operation does not apply: doc is missing path: "${path}": missing value`,
      );
    explain(`error in remove for path: '${path}'`, () => this.piece.erase(place));
  }

  #replace(operation: JsonObject): void {
    const path = textMember("replace", operation, "path");
    if (path === "") this.#replaceRoot(operation);
    else this.#replaceMember(path, operation);
  }

  #replaceMember(path: string, operation: JsonObject): void {
    const place = this.#place(path, "replace operation does not apply: doc is missing path");
    try {
      this.piece.read(place);
    } catch {
      throw new JsonPatchError(
        `replace operation does not apply: doc is missing key: ${path}: missing value`,
      );
    }
    this.piece.overwrite(place, valueMember(operation));
  }

  #replaceRoot(operation: JsonObject): void {
    const value = valueMember(operation);
    if (!isContainer(value))
      throw new JsonPatchError("replace operation value must be object or array: %!w(<nil>)");
    this.piece.replaceRoot(value);
  }

  #move(operation: JsonObject): void {
    const from = textMember("move", operation, "from");
    const source = this.#place(from, "move operation does not apply: doc is missing from path");
    const value = explain(`error in move for path: '${source.key}'`, () => {
      const found = this.piece.read(source) ?? null;
      this.piece.erase(source);
      return found;
    });
    const path = textMember("move", operation, "path");
    const target = this.#place(path, "move operation does not apply: doc is missing destination path");
    explain(`error in move for path: '${path}'`, () => this.piece.insert(target, value));
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
    const actual = explain(`error in test for path: '${path}'`, () => this.piece.readWhole(place));
    return sameText(actual ?? null, expected);
  }

  #copy(operation: JsonObject): void {
    const from = textMember("copy", operation, "from");
    const source = this.piece.find(from);
    if (source === undefined)
      throw new JsonPatchError(
        `copy operation does not apply: doc is missing from path: ${from}: missing value`,
      );
    const value = explain(`error in copy for from: '${from}'`, () => this.piece.readWhole(source) ?? null);
    const path = pathOrMissing("copy", operation);
    const target = this.#place(path, "copy operation does not apply: doc is missing destination path");
    this.#count(value);
    explain("error while adding value during copy", () => this.piece.insert(target, copyOf(value)));
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

/** Returns a deep copy, because two places must not share a container that a later operation may change. */
function copyOf(value: Json): Json {
  if (!isContainer(value)) return value;
  if (Array.isArray(value)) return value.map(copyOf);
  const copy: JsonObject = {};
  for (const key in value) setKey(copy, key, copyOf(value[key]!));
  return copy;
}

function kindOf(operation: JsonObject): string {
  const op = getKey(operation, "op");
  return typeof op === "string" ? op : "unknown";
}

const valueMember = (operation: JsonObject): Json => getKey(operation, "value") ?? null;

function pathOrMissing(kind: string, operation: JsonObject): string {
  const path = getKey(operation, "path");
  if (typeof path !== "string")
    throw new JsonPatchError(`${kind} operation failed to decode path: missing value`);
  return path;
}

function textMember(kind: string, operation: JsonObject, name: "path" | "from"): string {
  const text = getKey(operation, name);
  if (typeof text === "string") return text;
  const prefix = `${kind} operation failed to decode ${name}: `;
  if (text === undefined || text === null) {
    throw new JsonPatchError(
      `${prefix}operation${name === "from" ? "," : ""} missing ${name} field: missing value`,
    );
  }
  throw new JsonPatchError(prefix + cannotUnmarshal(goTypeName(text), "string"));
}

function explain<T>(context: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    if (error instanceof JsonPatchError) throw new JsonPatchError(`${context}: ${error.message}`);
    throw error;
  }
}
