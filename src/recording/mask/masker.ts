import { createHmac, randomBytes } from "node:crypto";
import { LAST_APPLIED } from "../../api/secrets/secret-places.ts";
import { SecretTexts } from "../../api/secrets/secret-texts.ts";
import { setKey } from "../../json/object.ts";
import { isJsonObject, type Json, type JsonObject, record } from "../../json/value.ts";
import type { RecordedRequest } from "../recording.ts";
import { type MaskedField, SECRET_FIELDS } from "./field.ts";
import { maskField, maskInPatch, type Replace } from "./mask-fields.ts";

/**
 * Returns a copy in which every text is replaced by the result of `change`; the value itself if nothing
 * changed.
 */
function changeTexts(value: Json, change: (text: string) => string): Json {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) {
    const items = value.map((item) => changeTexts(item, change));
    return items.some((item, i) => item !== value[i]) ? items : value;
  }
  if (!isJsonObject(value)) return value;
  let copy: JsonObject | undefined;
  for (const key of Object.keys(value)) {
    const member = value[key];
    if (member === undefined) continue;
    const changed = changeTexts(member, change);
    if (changed === member) continue;
    copy ??= { ...value };
    setKey(copy, key, changed);
  }
  return copy ?? value;
}

const WORD = /[\w.~+/=-]+/g;
const BEARER = /[Bb]earer [\w.~+/=-]+/g;

/** Replaces texts that look like a token or a private key. */
function maskTokens(text: string, placeholder: (token: string) => string): string {
  if (text.includes("PRIVATE KEY-----")) return placeholder(text);
  const bearers = text.includes("earer ")
    ? text.replace(BEARER, (found) => `Bearer ${placeholder(found.slice("Bearer ".length))}`)
    : text;
  if (!bearers.includes("eyJ")) return bearers;
  return bearers.replace(WORD, (word) => (isWebToken(word) ? placeholder(word) : word));
}

/** True for three parts whose first part is an object of JSON in base64 (RFC 7519). */
const isWebToken = (word: string): boolean =>
  word.startsWith("eyJ") && word.split(".").filter((part) => part.length >= 10).length >= 3;

/**
 * Removes secrets from requests, with the same placeholder for the same value in all of them. A recording is
 * given to other users, so tokens and keys are searched in all texts. Its placeholders keep the form of a
 * value, because the requests are sent to webhooks again. `explain/stream/mask-secrets.ts` masks explanations
 * for viewers who may read the object: only the values of Secrets and tokens, but in all parts of an
 * explanation. Both have the same list of places, and search for values in texts in the same way.
 */
export interface Masker {
  mask(request: RecordedRequest): RecordedRequest;
}

/** Returns a masker. `fields` are masked in addition to Secrets and tokens. */
export function createMasker(fields: readonly MaskedField[] = []): Masker {
  const placeholders = createPlaceholders();
  const all = [...SECRET_FIELDS, ...fields];
  return { mask: (request) => new RequestMask(placeholders, fieldsOf(request, all)).mask(request) };
}

function fieldsOf({ resource, subresource }: RecordedRequest, all: readonly MaskedField[]): MaskedField[] {
  const plural = resource.group === "" ? resource.resource : `${resource.resource}.${resource.group}`;
  const own = subresource === "" ? plural : `${plural}/${subresource}`;
  return all.filter(({ resource: wanted }) => wanted === undefined || wanted === plural || wanted === own);
}

/** Masks one request. Replaced values are collected, so that they can be removed from messages, too. */
class RequestMask {
  readonly #placeholders: Placeholders;
  readonly #fields: readonly MaskedField[];
  readonly #replaced = new SecretTexts();

  constructor(placeholders: Placeholders, fields: readonly MaskedField[]) {
    this.#placeholders = placeholders;
    this.#fields = fields;
  }

  mask(request: RecordedRequest): RecordedRequest {
    const { object, oldObject, stored, patch, decision, calls } = request;
    const masked = {
      ...request,
      object: this.#object(object),
      oldObject: this.#object(oldObject),
      stored: this.#object(stored),
      patch: patch && { ...patch, body: this.#patchBody(patch.body) },
      calls: calls.map((call) => ({ ...call, patch: this.#operations(call.patch) })),
      decision: { ...decision, result: this.#object(decision.result) },
    };
    return {
      ...masked,
      ...(request.userAgent !== undefined && { userAgent: this.#text(request.userAgent) }),
      parameters: this.#texts(request.parameters),
      calls: masked.calls.map((call) => ({
        ...call,
        message: this.#text(call.message),
        warnings: call.warnings.map(this.#text),
      })),
      decision: {
        ...masked.decision,
        message: this.#text(decision.message),
        warnings: decision.warnings.map(this.#text),
      },
    };
  }

  #object(object: JsonObject | null): JsonObject | null {
    return object && record(this.#value(object));
  }

  #value(value: Json): Json {
    const fields = this.#fields.reduce<Json>((left, field) => maskField(left, field, this.#replace), value);
    return changeTexts(this.#lastApplied(fields), this.#tokens);
  }

  #patchBody(body: Json): Json {
    return Array.isArray(body) ? this.#operations(body.filter(isJsonObject)) : this.#value(body);
  }

  #operations(operations: readonly JsonObject[]): JsonObject[] {
    const masked = this.#fields.reduce<readonly JsonObject[]>(
      (left, field) => maskInPatch(left, field, this.#replace),
      operations,
    );
    return masked.map((operation) => record(changeTexts(operation, this.#tokens)));
  }

  /** Masks the annotation that has a copy of the object as a text. */
  #lastApplied(object: Json): Json {
    if (this.#fields.length === 0 || !isJsonObject(object)) return object;
    const { metadata } = object;
    const annotations = isJsonObject(metadata) ? metadata.annotations : undefined;
    if (!isJsonObject(metadata) || !isJsonObject(annotations)) return object;
    const text = annotations[LAST_APPLIED];
    if (typeof text !== "string") return object;
    const masked = { ...annotations, [LAST_APPLIED]: this.#maskedText(text) };
    return { ...object, metadata: { ...metadata, annotations: masked } };
  }

  #maskedText(text: string): string {
    try {
      return JSON.stringify(this.#value(JSON.parse(text)));
    } catch {
      return this.#placeholders.of(text);
    }
  }

  readonly #replace: Replace = (value, field) => {
    if (typeof value === "number") return this.#placeholders.ofNumber(value);
    return changeTexts(value, (text) => {
      const made = field.base64 ? this.#placeholders.ofBase64(text) : this.#placeholders.of(text);
      this.#replaced.add(text, () => made);
      if (field.base64) {
        const decoded = Buffer.from(text, "base64").toString();
        this.#replaced.add(decoded, () => this.#placeholders.of(decoded));
      }
      return made;
    });
  };

  readonly #tokens = (text: string): string =>
    maskTokens(text, (token) => {
      const made = this.#placeholders.of(token);
      this.#replaced.add(token, () => made);
      return made;
    });

  readonly #text = (text: string): string =>
    maskTokens(this.#replaced.mask(text), (token) => this.#placeholders.of(token));

  #texts(texts: Readonly<Record<string, string>>): Record<string, string> {
    return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, this.#text(text)]));
  }
}

/**
 * Placeholders for texts. Equal texts get equal placeholders. They cannot be reversed, because the key is not
 * stored.
 */
interface Placeholders {
  /** Returns the placeholder of a text, which is also a valid name. The empty text stays empty. */
  of(text: string): string;
  /** Returns the placeholder of a base64 text: it is base64, too, and contains JSON if the text did. */
  ofBase64(text: string): string;
  ofNumber(value: number): number;
}

const HEX_DIGITS = 20;

/** Creates placeholders with a random key. */
function createPlaceholders(): Placeholders {
  const key = randomBytes(32);
  const hash = (text: string): string =>
    createHmac("sha256", key).update(text).digest("hex").slice(0, HEX_DIGITS);
  const of = (text: string): string => (text === "" ? "" : `masked-${hash(text)}`);
  return {
    of,
    ofBase64(text) {
      const decoded = Buffer.from(text, "base64").toString();
      const placeholder = of(decoded);
      const isJson = decoded.startsWith("{");
      return Buffer.from(isJson ? JSON.stringify({ masked: placeholder }) : placeholder).toString("base64");
    },
    ofNumber: (value) => Number.parseInt(hash(String(value)).slice(0, 7), 16),
  };
}
