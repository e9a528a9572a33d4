import type { Json } from "../../../src/json/value.ts";
import type { Statement } from "../../../src/resources/rules/rule.ts";
import type { TypeFact } from "../../../src/types/notation/notation.ts";
import { enumOf } from "../kinds/enums.ts";
import { sampleOf } from "../kinds/samples.ts";
import { AMOUNTS, ODD_AMOUNTS, ODD_TEXTS, textsOf } from "../kinds/texts.ts";

const long = (length: number): string => "x".repeat(length);

/** Texts at the borders of the usual formats. */
export const TEXTS = [
  ...["a", "A b", "a/b", "a/b/c", "example.com/a", "example.com/a b", "Example.com/a", "example.com/", "a%b"],
  ...["..", ".", "-a", "a-", "a.b", "a..b", "1", "9a", "a_b", "*.a.com", "1.2.3.4", "none", "Other"],
  ...["more-than-fifteen-letters", "12-34", "a--b", "x y"],
  ...["system-x", "system-node-critical", "::1", "203.0.113.01", "2001:DB8::1", "a:b"],
  ...[15, 63, 128, 192, 253, 256, 257, 1025].map(long),
];
const NUMBERS = [-2, -1, 0, 1, 5, 9, 10, 100, 101, 1000, 1001, 65_535, 65_536, 2_147_483_647];
const NUMBERS_OR_TEXTS: readonly Json[] = [
  ...[-1, 0, 1, 80, 70_000],
  ...["", "x", "5", "50%", "100%", "101%", "-5%", "1.5%", "http", "A b", "a--b"],
];

/** Values of a field by its type: valid and invalid ones. Null: without the field. */
export function valuesOf(type: TypeFact, field: string): readonly Json[] {
  switch (type.kind) {
    case "scalar":
      return [null, ...scalars(type, field)];
    case "list": {
      const items = itemsOf(type.item, field);
      const first = items.find((item) => item !== "") ?? {};
      const stars = items.filter((item) => typeof item === "string" && item.includes("*"));
      return [
        null,
        [],
        [first, first],
        ...items.map((item) => [item]),
        ...stars.map((item) => [item, first]),
      ];
    }
    case "map":
      return [null, {}, ...mapsOf(type.value, field)];
    case "message":
      return [null, {}, sampleOf(type.name) ?? {}];
  }
}

function mapsOf(type: TypeFact, field: string): readonly Json[] {
  const values = itemsOf(type, field);
  const [first = "x"] = values;
  const isAmounts = type.kind === "scalar" && type.code === "Q";
  const keys = isAmounts ? ["cpu", "example.com/x"] : ["a"];
  const many = [17, 513].map((count) =>
    Array.from({ length: count }, (_, n): [string, Json] => [`k${n}`, first]),
  );
  return [
    ...["a b", "", "a/b/c", "A b", "other"].map((key) => ({ [key]: first })),
    ...keys.flatMap((key) => values.map((value) => ({ [key]: value }))),
    ...many.map((entries) => Object.fromEntries(entries)),
    { a: long(256 * 1024) },
  ];
}

/** Items of a list or values of a map. */
const itemsOf = (type: TypeFact, field: string): readonly Json[] =>
  valuesOf(type, field).filter((value) => value !== null);

function scalars({ code, goName }: Extract<TypeFact, { kind: "scalar" }>, field: string): readonly Json[] {
  switch (code) {
    case "s":
      return [...(enumOf(goName ?? "") ?? []), ...textsOf(field), ...TEXTS, ...ODD_TEXTS];
    case "b":
      return [true, false];
    case "i":
    case "l":
      return NUMBERS;
    case "Q":
      return [...AMOUNTS, "-1", "-500m", ...ODD_AMOUNTS];
    case "I":
      return NUMBERS_OR_TEXTS;
    case "y":
      return ["", "YQ=="];
    default:
      return [];
  }
}

/** Values on both sides of a rule. */
export function bordersOf(statement: Statement): readonly Json[] {
  switch (statement.rule) {
    case "required":
      return [null, ""];
    case "oneOf":
      return [...statement.values, "Other", "", statement.values[0]?.toLowerCase() ?? ""];
    case "least":
      return [statement.limit, statement.limit - 1];
    case "most":
      return [statement.limit, statement.limit + 1];
    case "bytes":
      return [long(statement.limit), long(statement.limit + 1)];
    default:
      return [];
  }
}
