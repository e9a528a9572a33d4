import { describe, expect, test } from "vitest";
import { definitionOf } from "../../../test/tools/custom-definition.tool.ts";
import type { KubeObject } from "../../api/meta.ts";
import { copySharingManagers } from "../../api/object/clone-object.ts";
import { emptiedNames, noteEmptied } from "../../api/object/emptied.ts";
import { withAllKeysSorted, withSortedKeys } from "../../api/object/key-order.ts";
import { malformedIn, noteMalformed } from "../../api/object/malformed.ts";
import { copyWithNotes } from "../../api/object/notes.ts";
import { hasUnread, noteUnread } from "../../api/object/unread.ts";
import { floatsIn, noteFloat } from "../../api/object/whole-floats.ts";
import { withoutManagedFields } from "../../api/object/without-managed-fields.ts";
import { type JsonObject, record } from "../../json/value.ts";
import { customResource } from "./custom-resource.ts";
import { failureOf, noteFailure, noteSource, sourceOf } from "./sources.ts";

const version = {
  schema: {
    openAPIV3Schema: {
      type: "object",
      properties: { spec: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
    },
  },
};

const { versions, hub } = customResource(
  definitionOf("Boat", [version, version], {
    group: "e.io",
  }),
);
const other = versions.find((one) => one !== hub) ?? hub;

const SOURCE: KubeObject = { apiVersion: "e.io/v2", kind: "Boat", metadata: {} };
const FAILURE = new Error("no conversion");

const specOf = ({ spec }: KubeObject): JsonObject => record(spec);

interface Note {
  set(object: KubeObject): void;
  has(object: KubeObject): boolean;
}

const NOTES: Readonly<Record<string, Note>> = {
  "a number that was written as a float": {
    set: (object) => noteFloat(specOf(object), "z", 3),
    has: (object) => floatsIn(specOf(object))?.has("z") === true,
  },
  "a field that was given empty": {
    set: (object) => noteEmptied(specOf(object), "gone", "list"),
    has: (object) => [...emptiedNames(specOf(object))].includes("gone"),
  },
  "a part that is not read": {
    set: ({ metadata }) => noteUnread(metadata),
    has: ({ metadata }) => hasUnread(metadata),
  },
  "metadata of a wrong type": {
    set: ({ metadata }) => noteMalformed(metadata, { labels: "x" }),
    has: ({ metadata }) => malformedIn(metadata)?.labels === "x",
  },
  "the source of a conversion": {
    set: (object) => noteSource(object, SOURCE),
    has: (object) => sourceOf(object).apiVersion === SOURCE.apiVersion,
  },
  "the failure of a conversion": {
    set: (object) => noteFailure(object, FAILURE),
    has: (object) => failureOf(object) === FAILURE,
  },
};

type Copy = (object: KubeObject) => KubeObject;
const COPIES: Readonly<Record<string, Copy>> = {
  "a deep copy": (object) => copyWithNotes(object),
  "a copy that shares the managed fields": copySharingManagers,
  "the object with sorted keys": (object) => withSortedKeys(object) as KubeObject,
  "the object with all keys sorted": (object) => withAllKeysSorted(object) as KubeObject,
  "the object without managed fields": (object) => withoutManagedFields(object),
  "the object in Go's order": (object) => hub.arrange(object).object,
  "the object in another version and back": (object) => other.toHub(other.fromHub(object)),
};

/** A conversion reads the source in place of the object: the result is the source, and has no other one. */
const LOST = new Set(["the object in another version and back: the source of a conversion"]);

describe.each(Object.keys(COPIES))("%s", (copy) => {
  test.each(Object.keys(NOTES))("and the note about %s", (name) => {
    const object: KubeObject = {
      kind: "Boat",
      apiVersion: "e.io/v1",
      metadata: { name: "a", managedFields: [] },
      spec: { z: 3, a: 1 },
    };
    const note = NOTES[name] as Note;
    expect(note.has(object)).toBe(false);
    note.set(object);
    const made = (COPIES[copy] as Copy)(object);
    expect(note.has(made)).toBe(!LOST.has(`${copy}: ${name}`));
  });
});
