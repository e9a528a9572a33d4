import { tests as conformance } from "@bufbuild/cel-spec/testdata/conformance.js";
import { parseDuration, parseTimestamp } from "../../src/cel/values/time.ts";
import { CelDuration, CelTimestamp } from "../../src/cel/values/values.ts";
import type { Tagged } from "./tagged.ts";

type JsonMap = Readonly<Record<string, unknown>>;

/** One test of the CEL specification in a form that this project and the reference's CEL accept. */
export interface SpecificationTest {
  /** `suite/section/name` */
  readonly name: string;
  readonly expression: string;
  readonly checked: boolean;
  readonly container: string;
  /** Types by name of the variable: `list(int)`. */
  readonly variables: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, Tagged>>;
  /** Undefined: the evaluation fails. */
  readonly expected: Tagged | undefined;
  /** The expected type, for a test that only checks the expression; undefined for all others. */
  readonly onlyChecked: string | undefined;
}

interface Suite {
  readonly name: string;
  readonly suites?: readonly Suite[];
  readonly tests?: readonly { readonly original: JsonMap }[];
}

export function specificationTests(): SpecificationTest[] {
  return [...testsOf(conformance as unknown as Suite, [])];
}

function* testsOf(
  { name, suites = [], tests = [] }: Suite,
  path: readonly string[],
): Generator<SpecificationTest> {
  const here = name === "conformance" && path.length === 0 ? [] : [...path, name];
  for (const suite of suites) yield* testsOf(suite, here);
  for (const { original } of tests) yield toTest(original, here);
}

function toTest(original: JsonMap, path: readonly string[]): SpecificationTest {
  const { name, expr, typeEnv = [], bindings = {}, value, evalError, typedResult } = original;
  const result = (typedResult as { result?: JsonMap } | undefined)?.result;
  const deduced = (typedResult as { deducedType?: JsonMap } | undefined)?.deducedType;
  return {
    name: [...path, name].join("/"),
    expression: String(expr),
    checked: original.disableCheck !== true,
    container: String(original.container ?? ""),
    variables: Object.fromEntries(
      (typeEnv as JsonMap[]).map((declared) => [declared.name, typeOf(declared)]),
    ),
    values: Object.fromEntries(
      Object.entries(bindings as Record<string, { value: JsonMap }>).map(([key, bound]) => [
        key,
        toTagged(bound.value),
      ]),
    ),
    expected:
      evalError !== undefined ? undefined : toTagged((value ?? result ?? { boolValue: true }) as JsonMap),
    onlyChecked: original.checkOnly === true ? typeText(deduced ?? {}) : undefined,
  };
}

const typeOf = ({ ident }: JsonMap): string =>
  ident === undefined ? "function" : typeText((ident as { type: JsonMap }).type);

const PRIMITIVES: JsonMap = { INT64: "int", UINT64: "uint" };
const MESSAGES: JsonMap = {
  "google.protobuf.Timestamp": "timestamp",
  "google.protobuf.Duration": "duration",
};

function typeText(type: JsonMap): string {
  const [[kind, detail] = ["", {}]] = Object.entries(type);
  switch (kind) {
    case "primitive":
      return String(PRIMITIVES[String(detail)] ?? String(detail).toLowerCase());
    case "listType":
      return `list(${typeText((detail as { elemType: JsonMap }).elemType)})`;
    case "mapType": {
      const { keyType, valueType } = detail as { keyType: JsonMap; valueType: JsonMap };
      return `map(${typeText(keyType)}, ${typeText(valueType)})`;
    }
    case "abstractType": {
      const { name, parameterTypes = [] } = detail as { name: string; parameterTypes?: JsonMap[] };
      return parameterTypes.length === 0 ? name : `${name}(${parameterTypes.map(typeText).join(", ")})`;
    }
    case "wellKnown":
      return String(detail).toLowerCase();
    case "null":
      return "null";
    case "messageType":
      return String(MESSAGES[String(detail)] ?? detail);
    case "type":
      return `type(${typeText(detail as JsonMap)})`;
    default:
      return "dyn";
  }
}

function toTagged(value: JsonMap): Tagged {
  const [[kind, content] = ["", null]] = Object.entries(value);
  switch (kind) {
    case "int64Value":
      return ["int", String(content)];
    case "uint64Value":
      return ["uint", String(content)];
    case "doubleValue":
      return ["double", String(content)];
    case "stringValue":
      return ["string", content];
    case "bytesValue":
      return ["bytes", content];
    case "boolValue":
      return ["bool", content];
    case "nullValue":
      return ["null"];
    case "typeValue":
      return ["type", content];
    case "listValue":
      return ["list", ((content as { values?: JsonMap[] }).values ?? []).map(toTagged)];
    case "mapValue":
      return ["map", entriesOf((content as { entries?: { key: JsonMap; value: JsonMap }[] }).entries ?? [])];
    case "objectValue":
      return messageOf(content as JsonMap);
    default:
      return [kind];
  }
}

function entriesOf(entries: readonly { key: JsonMap; value: JsonMap }[]): (readonly [Tagged, Tagged])[] {
  const list = entries.map(({ key, value }) => [toTagged(key), toTagged(value)] as const);
  const text = ([key]: readonly [Tagged, Tagged]): string => JSON.stringify(key);
  return list.sort((a, b) => (text(a) < text(b) ? -1 : 1));
}

function messageOf(message: JsonMap): Tagged {
  const name = String(message["@type"]).replace(/^.*\//, "");
  const text = String(message.value);
  if (name === "google.protobuf.Duration") {
    const value = parseDuration(text);
    return ["duration", value instanceof CelDuration ? String(value.nanos) : text];
  }
  if (name !== "google.protobuf.Timestamp") return [name, message];
  const time = parseTimestamp(text);
  return ["timestamp", time instanceof CelTimestamp ? String(time.nanos) : text];
}
