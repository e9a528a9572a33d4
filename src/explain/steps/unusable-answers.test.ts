import { expect, test } from "vitest";
import type { JsonObject } from "../../json/value.ts";
import { misencodedPatch, unreadMember } from "./answer-text.ts";
import { patchCure } from "./patch-cure.ts";

const bytes = (review: JsonObject): Uint8Array => Buffer.from(JSON.stringify(review));

test.each<[JsonObject, RegExp]>([
  [
    { response: { allowed: false, result: { message: "no" } } },
    /has response\.result,.* it reads response\.status$/,
  ],
  [{ response: { allowed: false, message: "no" } }, /response\.message,.* response\.status\.message$/],
  [{ response: { Allowed: true, uid: "a" } }, /response\.Allowed,.* response\.allowed$/],
  [{ response: { allowed: true, warning: ["a"] } }, /response\.warnings$/],
  [{ allowed: true }, /has allowed,.* it reads response\.allowed$/],
  [{ response: { allowed: false, status: { Message: "no" } } }, /response\.status\.message$/],
])("unreadMember() names the member that is meant: %j", (review, text) => {
  expect(unreadMember(bytes(review))).toMatch(text);
});

test.each<JsonObject>([
  { apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", response: { uid: "a", allowed: true } },
  { response: { allowed: false, status: { message: "no", code: 422 } }, metadata: {} },
  { kind: "Status", status: "Failure", message: "broken" },
])("unreadMember() says nothing about %j", (review) => {
  expect(unreadMember(bytes(review))).toBeUndefined();
});

const patch = Buffer.from('[{"op":"remove","path":"/spec/~~??>>a"}]');

test.each([
  [patch.toString("base64"), undefined],
  [patch.toString("base64url"), /- or _, of base64 for URLs/],
  [patch.toString("base64").replace(/=+$/, ""), /lacks =/],
  [patch.toString(), /is the JSON itself/],
  [`"${patch.toString("base64")}"`, undefined],
])("misencodedPatch() of %s", (text, says) => {
  const found = misencodedPatch(bytes({ response: { allowed: true, patch: text } }));
  expect(found).toEqual(says === undefined ? undefined : expect.stringMatching(says));
});

const object = { metadata: { labels: { a: "b" } }, spec: { replicas: 1, key1: "a", ports: [] } };
const missing = (operation: string, path: string): string =>
  `Internal error occurred: ${operation} operation does not apply: doc is missing path: "${path}": missing value`;

test.each([
  [
    missing("add", "/metadata/labels/app.example.com/name"),
    "a slash in a key is written as ~1: /metadata/labels/app.example.com~1name",
  ],
  [
    missing("add", "/metadata/annotations/e.io/a"),
    "a slash in a key is written as ~1: /metadata/annotations/e.io~1a",
  ],
  [
    missing("add", "/metadata/annotations/team"),
    "the object has no /metadata/annotations: add it first, with an empty value",
  ],
  [
    "replace operation does not apply: doc is missing key: /spec/paused: missing value",
    "the object has no /spec/paused: use add, or test for it",
  ],
  [
    missing("add", "/spec/items/0//name"),
    "two slashes in a row name a member without a name: is /spec/items/0/name meant?",
  ],
  [missing("add", "/spec/a/b/c"), ""],
  [
    'move operation does not apply: doc is missing from path: "/spec/a/b": missing value',
    "the object has no /spec/a: leave the operation out",
  ],
  // Another number is another key.
  [missing("remove", "/spec/key2"), "the object has no /spec/key2: leave the operation out, or test for it"],
  [
    missing("replace", "/spec/ports/3"),
    "the object has no /spec/ports/3: use add, at the end of a list with - as the index, or test for it",
  ],
  [
    "testing value /spec/replicas failed: test failed",
    "the object has another value at /spec/replicas than the operation test wants",
  ],
  [
    "testing value /spec/repilcas failed: test failed",
    "the object has no /spec/repilcas: /spec/replicas is probably meant",
  ],
])("patchCure() of %s", (message, cure) => {
  expect(patchCure(message, object)).toBe(cure);
});
