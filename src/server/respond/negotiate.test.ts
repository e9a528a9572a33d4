import { expect, test } from "vitest";
import { leastTime } from "../../../test/parts/least-time.ts";
import { parseAccept } from "./accept-header.ts";
import { negotiate } from "./negotiate.ts";
import { wantsPretty } from "./pretty.ts";
import {
  AGGREGATED_DISCOVERY,
  ANSWERS,
  BUILTIN_OBJECTS,
  BUILTIN_WITHOUT_TABLES,
  CUSTOM_OBJECTS,
  type Restrictions,
} from "./restrictions.ts";

const META = "v=v1;g=meta.k8s.io";

/**
 * Returns the result of negotiation for an Accept header: the encoding, the encoding and the kind, or
 * nothing.
 */
function outcome(accept: string, restrictions: Restrictions = BUILTIN_OBJECTS): string | undefined {
  const accepted = negotiate(accept, restrictions);
  if (accepted === undefined) return undefined;
  const { encoding, transform } = accepted;
  return transform === undefined ? encoding : `${encoding} ${transform.kind}/${transform.version}`;
}

test.each([
  ["", "json"],
  ["application/vnd.kubernetes.protobuf,application/json", "protobuf"],
  ["application/vnd.kubernetes.protobuf;q=0.5, application/json", "json"],
  ["application/*", "json"],
  ["text/html, */*;q=0.1", "json"],
  ["*/*, application/yaml;q=0.1", "yaml"],
  ["Application/JSON", undefined],
  ["application/json;stream=watch", "json"],
  ["application/yaml;stream=watch", undefined],
  ["application/json;sv=v1", "json"],
  ["application/json;sv=v2", undefined],
  ["application/json;g=meta.k8s.io", undefined],
  ["application/json;as=;q=0.5", "json"],
  [
    `application/vnd.kubernetes.protobuf;as=Table;${META}, application/json;as=Table;${META}`,
    "json Table/v1",
  ],
  [
    `application/vnd.kubernetes.protobuf;as=PartialObjectMetadata;${META}`,
    "protobuf PartialObjectMetadata/v1",
  ],
  [`*/*;as=Table;${META}`, "json Table/v1"],
  [`application/json;as=Scale;${META}`, undefined],
])("negotiate() makes of %j: %s", (accept, expected) => {
  expect(outcome(accept)).toBe(expected);
});

test.each([
  ["application/vnd.kubernetes.protobuf", CUSTOM_OBJECTS, undefined],
  ["application/vnd.kubernetes.protobuf, */*", CUSTOM_OBJECTS, "json"],
  [`application/json;as=Table;${META}`, BUILTIN_WITHOUT_TABLES, undefined],
  [`application/json;as=Table;${META}`, ANSWERS, undefined],
  ["application/json;as=APIGroupDiscoveryList;v=v2;g=apidiscovery.k8s.io", ANSWERS, undefined],
  ["application/json", AGGREGATED_DISCOVERY, undefined],
  [
    "application/json;as=APIGroupDiscoveryList;v=v2beta1;g=apidiscovery.k8s.io",
    AGGREGATED_DISCOVERY,
    undefined,
  ],
  [
    "*/*, application/json;as=APIGroupDiscoveryList;v=v2;g=apidiscovery.k8s.io;q=0.1",
    AGGREGATED_DISCOVERY,
    "json APIGroupDiscoveryList/v2",
  ],
])("negotiate() makes of %j what the endpoint has", (accept, restrictions, expected) => {
  expect(outcome(accept, restrictions)).toBe(expected);
});

test("parseAccept() passes over what is no media type, and over parameters without a value", () => {
  const clauses = parseAccept("*, text, a/b/, a/b/c, /, x/y;q=;z=1;w=1=2");
  expect(clauses.map(({ type, subtype }) => `${type}/${subtype}`)).toEqual(["a/b", "x/y", "*/*"]);
  expect(clauses[1]).toMatchObject({ quality: 1, parameters: new Map([["z", "1"]]) });
});

test("parseAccept() takes time in proportion to the header", () => {
  const milliseconds = leastTime(() => {
    parseAccept("a/b;q=0.1,".repeat(100_000));
    parseAccept(`a/b;${" ".repeat(500_000)}q=0.1`);
  });
  expect(milliseconds).toBeLessThan(5_000);
});

test("wantsPretty() asks the query, then the kind of client", () => {
  const pretty = (rawQuery: string, userAgent = "Go") =>
    wantsPretty({ rawQuery, query: new URLSearchParams(rawQuery), headers: { "user-agent": userAgent } });
  expect(["true", "1", "T"].map((value) => pretty(`pretty=${value}`))).toEqual([true, true, true]);
  expect(["false", "0", "x"].map((value) => pretty(`pretty=${value}`, "curl/8"))).toEqual([
    false,
    false,
    false,
  ]);
  expect([pretty("pretty=", "curl/8"), pretty("", "Wget/1"), pretty(""), pretty("pretty=")]).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test("parseAccept() reads what a header says again and again only once", () => {
  const [first, second] = parseAccept("a/b;q=0.5,a/b;q=0.5");
  expect(first).toBe(second);
});
