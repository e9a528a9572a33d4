import { expect, test } from "vitest";
import type { JsonObject } from "../../../json/value.ts";
import {
  attributeErrors,
  metadataErrors,
  placeErrors,
  selectorErrors,
  subjectErrors,
} from "./check-review.ts";

const texts = (errors: readonly { field: string; message: string }[]) =>
  errors.map(({ field, message }) => `${field}: ${message}`);

test("a review asks about a resource or a path, for somebody", () => {
  expect(texts(attributeErrors({}))).toEqual([
    "spec: Invalid value: null: exactly one of nonResourceAttributes or resourceAttributes must be specified",
  ]);
  expect(texts(attributeErrors({ resourceAttributes: {}, nonResourceAttributes: { path: "/x" } }))).toEqual([
    'spec: Invalid value: {"Path":"/x","Verb":""}: exactly one of nonResourceAttributes or resourceAttributes must be specified',
  ]);
  expect(texts(subjectErrors({ groups: [] }))).toEqual([
    'spec.user: Invalid value: "": at least one of user or group must be specified',
  ]);
});

test("a review has no metadata; who owns its fields is printed with what it has", () => {
  const fieldsV1: JsonObject = { "f:spec": { "f:a": {}, "f:user": {} } };
  const review = (metadata: object) => ({ metadata: { managedFields: [{ fieldsV1 }], ...metadata } });
  expect(metadataErrors(review({}))).toEqual([]);
  expect(metadataErrors(review({ namespace: "a" }), ["namespace"])).toEqual([]);
  expect(texts(metadataErrors({ metadata: { selfLink: "/x" } }))).toEqual([
    'metadata: Invalid value: {"selfLink":"/x"}: must be empty',
  ]);
  expect(texts(metadataErrors(review({ name: "x" })))).toEqual([
    'metadata: Invalid value: {"name":"x","managedFields":[{"fieldsV1":{"f:spec":{"f:a":{},"f:user":{}}}}]}: must be empty',
  ]);
});

test("selectors of a review say something, and once", () => {
  const errors = (fieldSelector: JsonObject, labelSelector: JsonObject = { rawSelector: "a" }) =>
    texts(selectorErrors({ resourceAttributes: { fieldSelector, labelSelector } }));
  const at = "spec.resourceAttributes";
  expect(errors({ rawSelector: "a=b" })).toEqual([]);
  expect(errors({})).toEqual([
    `${at}.fieldSelector.requirements: Required value: when ${at}.fieldSelector is specified, requirements or rawSelector is required`,
  ]);
  const requirements = [{ key: "", operator: "New" }];
  expect(errors({ rawSelector: "a", requirements })).toEqual([
    `${at}.fieldSelector.rawSelector: Invalid value: "a": may not specified at the same time as requirements`,
    `${at}.fieldSelector.requirements[0].key: Required value: must be specified`,
  ]);
  expect(errors({ rawSelector: "a" }, { requirements: [{ key: "a", operator: "In" }] })).toEqual([
    `${at}.labelSelector.requirements[0].values: Required value: must be specified when \`operator\` is 'In' or 'NotIn'`,
  ]);
});

test("a local review asks about its own namespace, and no path", () => {
  expect(texts(placeErrors({ resourceAttributes: { namespace: "b" } }, "a"))).toEqual([
    'spec.resourceAttributes.namespace: Invalid value: "b": must match metadata.namespace',
  ]);
  expect(texts(placeErrors({ nonResourceAttributes: { path: "/", verb: "get" } }, "a"))).toEqual([
    'spec.nonResourceAttributes: Invalid value: {"Path":"/","Verb":"get"}: disallowed on this kind of request',
  ]);
});
