import { describe, expect, it } from "vitest";
import type { KubeObject, ObjectMeta } from "../../../api/meta.ts";
import { nameIsDnsSubdomain } from "../../../api/validation/name-format.ts";
import { generateName } from "./generate-name.ts";
import { dedupOwnerReferences } from "./owner-references.ts";
import { restoreGeneration, restoreSystemMetadata } from "./restore.ts";
import { validateObjectMeta } from "./validate-object-meta.ts";
import { checkObjectMetaUpdate, repeatedErrors } from "./validate-object-meta-update.ts";

const rules = { namespaced: true, nameProblems: nameIsDnsSubdomain };
const owner = { apiVersion: "v1", kind: "Pod", name: "a", uid: "1" };
const texts = (errors: readonly { field: string; message: string }[]): string[] =>
  errors.map((e) => `${e.field}: ${e.message}`);
const create = (metadata: ObjectMeta, namespaced = true): string[] =>
  texts(validateObjectMeta(metadata, { ...rules, namespaced }));

describe("validateObjectMeta", () => {
  it("accepts what is right", () => {
    const labels = { "example.com/a": "b" };
    expect(
      create({ name: "a", namespace: "b", labels, ownerReferences: [owner], finalizers: ["x"] }),
    ).toEqual([]);
  });
  it("asks for a name and a namespace", () => {
    expect(create({})).toEqual([
      "metadata.name: Required value: name or generateName is required",
      "metadata.namespace: Required value",
    ]);
    expect(create({ name: "a", namespace: "b" }, false)).toEqual([
      "metadata.namespace: Forbidden: not allowed on this type",
    ]);
  });
  it("lists owner references that are incomplete, or two controllers", () => {
    const controllers = [owner, { ...owner, name: "b" }].map((o) => ({ ...o, controller: true }));
    expect(create({ name: "a", namespace: "b", ownerReferences: controllers })[0]).toContain(
      'Only one reference can have Controller set to true. Found "true" in references for Pod/a and Pod/b',
    );
    const empty = { apiVersion: "a/b/c", kind: "", name: "", uid: "" };
    expect(create({ name: "a", namespace: "b", ownerReferences: [empty] })).toEqual([
      'metadata.ownerReferences[0].apiVersion: Invalid value: "a/b/c": must be <group>/<version> or <version>',
      "metadata.ownerReferences[0].kind: Required value: must not be empty",
      "metadata.ownerReferences[0].name: Required value: must not be empty",
      "metadata.ownerReferences[0].uid: Required value: must not be empty",
    ]);
  });
  it("quotes owner references in the order of the Go type", () => {
    const first = { controller: true, uid: "u", name: "a", kind: "Pod", apiVersion: "v1" };
    const [error] = create({
      name: "a",
      namespace: "b",
      ownerReferences: [first, { ...first, name: "b", blockOwnerDeletion: true }],
    });
    expect(error).toContain(
      '{"apiVersion":"v1","kind":"Pod","name":"b","uid":"u","controller":true,"blockOwnerDeletion":true}]',
    );
  });
  it("refuses contradicting finalizers and broken managed fields", () => {
    const metadata = { name: "a", namespace: "b", finalizers: ["orphan", "foregroundDeletion"] };
    expect(create({ ...metadata, managedFields: [{ operation: "Nothing", manager: "a\tb" }] })).toEqual([
      'metadata.finalizers: Invalid value: ["orphan","foregroundDeletion"]: finalizer orphan and foregroundDeletion cannot be both set',
      'metadata.managedFields[0].operation: Unsupported value: "Nothing": supported values: "Apply", "Update"',
      'metadata.managedFields[0].manager: Invalid value: "a\\tb": invalid character U+0009 (at position 1)',
    ]);
  });
});

describe("checkObjectMetaUpdate", () => {
  const old: ObjectMeta = { name: "a", namespace: "b", uid: "1", resourceVersion: "1" };
  it("refuses changes of what identifies an object, as often as the reference does", () => {
    const errors = texts(repeatedErrors(checkObjectMetaUpdate({ ...old, uid: "2" }, old, rules)));
    expect(errors).toEqual(Array(2).fill('metadata.uid: Invalid value: "2": field is immutable'));
    expect(repeatedErrors(checkObjectMetaUpdate({ ...old, uid: "2" }, old, rules), [])).toHaveLength(1);
  });
  it("refuses new finalizers while an object is being deleted", () => {
    const terminating = { ...old, deletionTimestamp: "2020-01-01T00:00:00Z" };
    const checks = checkObjectMetaUpdate({ ...terminating, finalizers: ["x/y", "a/b"] }, terminating, rules);
    expect(texts(repeatedErrors(checks))[0]).toBe(
      'metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"a/b", "x/y"}',
    );
  });
});

describe("restoreSystemMetadata", () => {
  it("takes back what no update can change", () => {
    const old = { uid: "1", generation: 3, creationTimestamp: "2020-01-01T00:00:00Z" };
    const metadata: ObjectMeta = { generation: 7, creationTimestamp: "2021-01-01T00:00:00Z" };
    restoreGeneration({ metadata }, { metadata: old });
    restoreSystemMetadata({ metadata }, { metadata: old });
    expect(metadata).toEqual(old);
  });
});

describe("dedupOwnerReferences", () => {
  it("drops equal references and says so", () => {
    const object: KubeObject = {
      metadata: { ownerReferences: [owner, { ...owner }, { ...owner, name: "b" }] },
    };
    const warnings: string[] = [];
    dedupOwnerReferences(object, { add: (text) => warnings.push(text) }, "afterAdmission");
    expect(object.metadata.ownerReferences?.map((o) => o.name)).toEqual(["a", "b"]);
    expect(warnings[0]).toMatch(/duplicate entries after mutating admission happens; .*observed: 1$/);
  });
});

describe("generateName", () => {
  it("keeps 58 characters and adds five", () => {
    expect(generateName("x".repeat(80), () => 0.999)).toBe(`${"x".repeat(58)}99999`);
  });
});
