import { createHash } from "node:crypto";
import { aggregate } from "../../../api/validation/field-error.ts";
import { dns1123SubdomainProblems } from "../../../api/validation/name-format.ts";
import { sha256Of } from "../../../crypto/sha256-of.ts";
import { type Annotation, codec, type EncryptedKey, type EncryptedObject } from "./messages.ts";

/** The key is in the message itself, or is made of the seed in it. */
export const KEY_TYPE = { aesGcm: 0, seed: 1 } as const;

const MOST_ANNOTATION_BYTES = 32 * 1024;
const MOST_KEY_ID_BYTES = 1024;
const MOST_SOURCE_BYTES = 1024;

/** The stored form of a value. Throws for what is none (kmsv2/envelope.go, doDecode). */
export function readEncryptedObject(stored: Buffer): EncryptedObject {
  const object = codec("EncryptedObject").decode(stored) as EncryptedObject;
  if (object.encryptedData.length === 0) throw new Error("encrypted data is empty");
  assertEncryptedKey(object);
  return object;
}

/** Bytes of the message `EncryptedObject` (apiserver, kmsv2/v2/api.proto). */
export const writeEncryptedObject = (object: EncryptedObject): Buffer =>
  codec("EncryptedObject").encode(object);

/** kmsv2/envelope.go, ValidateEncryptedObject. */
export function assertEncryptedKey(object: EncryptedKey): void {
  const { encryptedDEKSourceType: type, encryptedDEKSource: source } = object;
  if (type !== KEY_TYPE.aesGcm && type !== KEY_TYPE.seed)
    throw new Error(`unknown encryptedDEKSourceType: ${type}`);
  if (source.length === 0)
    throw new Error("failed to validate encrypted DEK source: encrypted DEK source is empty");
  if (source.length > MOST_SOURCE_BYTES)
    throw new Error(
      `failed to validate encrypted DEK source: encrypted DEK source is ${source.length} bytes, which exceeds the max size of ${MOST_SOURCE_BYTES}`,
    );
  const problem = keyIdProblem(object.keyId);
  if (problem !== undefined) throw new Error(`failed to validate key id: ${problem}`);
  const problems = annotationProblems(object);
  if (problems.length > 0) throw new Error(`failed to validate annotations: ${aggregate(problems)}`);
}

/** Returns the problem of a key's name, or undefined if there is none. */
export function keyIdProblem(keyId: string): string | undefined {
  const size = Buffer.byteLength(keyId);
  if (size === 0) return "keyID is empty";
  if (size > MOST_KEY_ID_BYTES)
    return `keyID is ${size} bytes, which exceeds the max size of ${MOST_KEY_ID_BYTES}`;
  return undefined;
}

function annotationProblems({ annotations }: EncryptedKey): string[] {
  const size = annotations.reduce((sum, { key, value }) => sum + Buffer.byteLength(key) + value.length, 0);
  const bad = annotations.filter(({ key }) => dns1123SubdomainProblems(key).length > 0);
  const names = bad.slice(0, MOST_PROBLEMS).flatMap(problemsOfName);
  if (size <= MOST_ANNOTATION_BYTES) return names;
  return [
    ...names,
    `total size of annotations is ${size}, which exceeds the max size of ${MOST_ANNOTATION_BYTES}`,
  ];
}

/** Limit for the number of names that an error quotes. */
const MOST_PROBLEMS = 10;

const problemsOfName = ({ key }: Annotation): string[] =>
  dns1123SubdomainProblems(key).map(
    (problem) => `annotations: Invalid value: ${JSON.stringify(key.slice(0, MOST_QUOTED))}: ${problem}`,
  );

const MOST_QUOTED = 1024;

/** The same text for values with the same key. */
export function cacheKey({
  keyId,
  encryptedDEKSource,
  annotations,
  encryptedDEKSourceType,
}: EncryptedKey): string {
  const sorted = [...annotations].sort((a, b) => (a.key < b.key ? -1 : 1));
  const key = { keyId, encryptedDEKSource, encryptedDEKSourceType, annotations: sorted };
  return createHash("sha256").update(codec("EncryptedObject").encode(key)).digest("base64");
}

/** Returns the hash of a key's name, which may appear in logs. */
export const keyIdHash = (keyId: string): string => (keyId === "" ? "" : sha256Of(keyId));
