import { inSteps, type Pause, type Steps } from "../../../../async/steps.ts";
import { stringifyUnescaped } from "../../../../json/stringify.ts";
import type { Json, JsonObject } from "../../../../json/value.ts";
import { mergeSwagger } from "../../../aggregation/merge-swagger.ts";
import type { RemoteSwaggers } from "../../../aggregation/remote-swaggers.ts";
import { gnosticV2Steps } from "../gnostic/gnostic.ts";
import { hashOf, type PublishedDocuments } from "../published.ts";
import { swaggerSteps } from "./swagger.ts";

/** OpenAPI v2 document for one state of the registry and of other servers. */
export interface Version2 {
  readonly bytes: Uint8Array;
  /** Hash of the bytes, in capital hex. */
  readonly hash: string;
}

interface Making {
  /** State of the documents of other servers that are part of it. */
  readonly remote: string;
  readonly made: Promise<Version2>;
}

const states = new WeakMap<PublishedDocuments, Making>();

/**
 * Returns the document, built once for each state, in steps: it has some megabytes, and each change of a
 * definition requires a new one.
 */
export function version2Of(
  documents: PublishedDocuments,
  remote: RemoteSwaggers,
  pause: Pause,
): Promise<Version2> {
  const { state } = remote;
  const known = states.get(documents);
  if (known?.remote === state) return known.made;
  const made = inSteps(makeSteps(documents, remote.documents), pause);
  const making = { remote: state, made };
  states.set(documents, making);
  made.catch(() => states.get(documents) === making && states.delete(documents));
  return made;
}

const protobufs = new WeakMap<Version2, Promise<Uint8Array>>();

/** Returns the protobuf form, built at its first request. */
export function protobufOf(state: Version2, pause: Pause): Promise<Uint8Array> {
  const made = protobufs.get(state) ?? inSteps(protobufSteps(state), pause);
  protobufs.set(state, made);
  return made;
}

function* protobufSteps({ bytes }: Version2): Steps<Uint8Array> {
  const document: JsonObject = JSON.parse(Buffer.from(bytes).toString());
  yield;
  return yield* gnosticV2Steps(document);
}

function* makeSteps(documents: PublishedDocuments, remote: readonly JsonObject[]): Steps<Version2> {
  let whole = yield* swaggerSteps(jsonOf(documents), documents.customV2());
  for (const other of remote) {
    yield;
    whole = mergeSwagger(whole, other);
  }
  const bytes = yield* writeSteps(whole);
  yield;
  return { bytes, hash: hashOf(bytes) };
}

/** Yields the documents; each is built, if it is not cached, when the generator reaches it. */
function* jsonOf(documents: PublishedDocuments): Generator<JsonObject> {
  for (const name of documents.names) yield documents.get(name)?.json ?? {};
}

/** Writes the document like `stringifyUnescaped`, in steps. */
function* writeSteps(document: JsonObject): Steps<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let mark = "{";
  for (const [name, value = null] of Object.entries(document)) {
    pieces.push(Buffer.from(`${mark}${JSON.stringify(name)}:`));
    yield* writeMember(value, pieces);
    mark = ",";
  }
  return Buffer.concat([...pieces, Buffer.from("}")]);
}

/** Writes a member; an object item by item. */
function* writeMember(value: Json, pieces: Uint8Array[]): Steps<void> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    pieces.push(Buffer.from(stringifyUnescaped(value)));
    return;
  }
  let mark = "{";
  for (const [name, member = null] of Object.entries(value)) {
    pieces.push(Buffer.from(`${mark}${JSON.stringify(name)}:${stringifyUnescaped(member)}`));
    mark = ",";
    yield;
  }
  pieces.push(Buffer.from(mark === "{" ? "{}" : "}"));
}
