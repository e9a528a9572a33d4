import { compareKeyBytes } from "../api/object/key-order.ts";
import { formatFloat } from "../go/float.ts";
import { quote } from "../go/quote.ts";
import type { AnchoredNode, MapNode, ScalarNode, YamlNode } from "./parse/parse-yaml.ts";
import { type GoScalar, goScalar, isMergeKey } from "./scalar-value.ts";

/** Go's `%#v` of the value that go-yaml decodes from a node. The node must have been read without error before. */
export function goSyntax(node: YamlNode): string {
  const found = followed(node);
  if (found.kind === "scalar") return scalarSyntax(goScalar(found));
  if (found.kind === "list") return `[]interface {}{${found.items.map(goSyntax).join(", ")}}`;
  return mapSyntax(found);
}

/** The node that an alias refers to; any other node is returned unchanged. */
export const followed = (node: YamlNode): AnchoredNode => (node.kind === "alias" ? node.node : node);

/** A scalar as Go prints it with `%#v`. */
export function scalarSyntax(value: GoScalar): string {
  if (value === null) return "interface {}(nil)";
  if (typeof value === "string") return quote(value);
  if (typeof value === "number") return formatFloat(value);
  return isUnsigned(value) ? `0x${value.toString(16)}` : String(value);
}

/** True if an integer does not fit into an int64. Go decodes it as uint64 and prints it in base 16. */
export const isUnsigned = (value: GoScalar): boolean => typeof value === "bigint" && value >= 2n ** 63n;

function mapSyntax(map: MapNode): string {
  const members = new Map<string, readonly [key: GoScalar, value: YamlNode]>();
  for (const [key, value] of membersOf(map)) members.set(scalarSyntax(key), [key, value]);
  const written = [...members]
    .sort(([, [a]], [, [b]]) => compare(a, b))
    .map(([key, [, value]]) => `${key}:${goSyntax(value)}`);
  return `map[interface {}]interface {}{${written.join(", ")}}`;
}

/** Members of a map, including those of merged maps, in an order in which later ones replace earlier ones. */
function membersOf({ members }: MapNode): [key: GoScalar, value: YamlNode][] {
  return members.flatMap(([key, value]) => {
    const found = followed(key) as ScalarNode;
    return key.kind === "scalar" && isMergeKey(found) ? merged(value) : [[goScalar(found), value]];
  });
}

function merged(node: YamlNode): [key: GoScalar, value: YamlNode][] {
  const found = followed(node);
  return found.kind === "list" ? [...found.items].reverse().flatMap(merged) : membersOf(found as MapNode);
}

/**
 * Compares keys in the order of Go's internal/fmtsort: keys of one type by value, and types in the order that they
 * have in kube-apiserver.
 */
function compare(a: GoScalar, b: GoScalar): number {
  const [left, right] = [rank(a), rank(b)];
  if (left !== right) return left - right;
  if (typeof a === "string" && typeof b === "string") return compareKeyBytes(a, b);
  if (typeof a === "bigint" && typeof b === "bigint") return a < b ? -1 : 1;
  return Number.isNaN(a) ? -1 : Number.isNaN(b) ? 1 : Number(a) - Number(b);
}

const RANKS = { string: 1, bigint: 3, number: 4, boolean: 5 } as const;

function rank(key: GoScalar): number {
  if (key === null) return 0;
  return isUnsigned(key) ? 2 : RANKS[typeof key as keyof typeof RANKS];
}
