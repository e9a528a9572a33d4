import { optionalItem, paramsOf, sameType, typeName } from "../types/types.ts";
import { isInt } from "../values/values.ts";
import { type Argument, type CallEstimate, lookUp, type SizeAt, sizeOr } from "./node.ts";
import { Path } from "./path.ts";
import { add, exactly, multiply, NOTHING, type Range, scale, UNBOUNDED, union } from "./range.ts";

/** Cost of reading a text for each character, and of a pattern for each of its characters. */
export const WALK = 0.1;
export const PATTERN = 0.25;

const MAX_FORMAT = 64;
const MAX_FORMAT_PATTERN = 128;

interface Call {
  readonly overload: string;
  readonly target: Argument | undefined;
  readonly args: readonly Argument[];
  readonly sizeAt: SizeAt;
}

type Estimate = (call: Call) => CallEstimate | undefined;

const ONE: Range = exactly(1);
const one: Estimate = () => ({ cost: ONE });

/** Estimates reading the first argument. */
const walkArgument =
  (factor: number): Estimate =>
  ({ args: [text] }) =>
    text && { cost: scale(sizeOr(text), factor) };

/** Estimates reading the target, with a result that is at most as long. */
const walkTarget: Estimate = ({ target }) =>
  target && { cost: scale(sizeOr(target), WALK), size: sizeOr(target) };

const authorizationCheck: Estimate = () => ({ cost: exactly(350_000) });

const selector: Estimate = ({ args }) => {
  if (args.length !== 1) return undefined;
  const size = sizeOr(args[0]!);
  const requirements = scale(scale(size, 0.5), 50);
  return { cost: add(add(exactly(10), scale(size, WALK)), requirements) };
};

/** Returns the element of a list, with its size if the schema has one. */
function elementOf(list: Argument, sizeAt: SizeAt): Argument | undefined {
  const [type] = paramsOf(list.type);
  if (type === undefined) return undefined;
  const path = list.path.isEmpty ? Path.NONE : list.path.copyStep("@items");
  return { expr: undefined, type, path, size: lookUp(path, sizeAt) };
}

const hasLength = ({ type }: Argument): boolean => type.kind === "string" || type.kind === "bytes";

const compareAll: Estimate = ({ target, sizeAt }) => {
  if (target === undefined) return undefined;
  const element = elementOf(target, sizeAt);
  if (element === undefined) return { cost: scale(sizeOr(target), WALK) };
  const each = hasLength(element) ? add(ONE, scale(sizeOr(element), WALK)) : ONE;
  return { cost: multiply(sizeOr(target), each) };
};

const split: Estimate = ({ target, args }) => {
  if (target === undefined) return undefined;
  const size = sizeOr(target);
  const limit = args[1]?.expr;
  const count = limit?.kind === "literal" && isInt(limit.value) ? limit.value : undefined;
  const max = count === undefined ? size.max : unsigned(Number(count));
  return { cost: scale(size, 2 * WALK), size: { min: 0, max } };
};

const unsigned = (value: number): number => (value < 0 ? UNBOUNDED + value : value);

const replace: Estimate = ({ target, args }) => {
  if (target === undefined || args.length < 2) return undefined;
  const size = sizeOr(target);
  const [old, made] = [sizeOr(args[0]!), sizeOr(args[1]!)];
  const longest = replaced(size.max, old.min, made.max <= old.min);
  const shortest = replaced(size.min, old.max, old.max <= made.min);
  const count = { min: shortest.count, max: longest.count };
  const kept = { min: shortest.kept, max: longest.kept };
  return { cost: scale(size, 2 * WALK), size: add(multiply(count, made), kept) };
};

/**
 * Returns the number of times that a part with length `old` can be replaced in a text, and the largest
 * remaining length of the text.
 */
function replaced(text: number, old: number, same: boolean): { count: number; kept: number } {
  if (old === 0) return { count: Math.min(text + 1, UNBOUNDED), kept: text };
  return same ? { count: 0, kept: text } : { count: Math.ceil(text / old), kept: 0 };
}

const join: Estimate = ({ target, args, sizeAt }) => {
  if (target === undefined) return undefined;
  const list = sizeOr(target);
  const element = elementOf(target, sizeAt);
  const items = element === undefined ? NOTHING : multiply(list, sizeOr(element));
  const gaps = { min: Math.max(0, list.min - 1), max: Math.max(0, list.max - 1) };
  const size = args[0] === undefined ? items : add(items, multiply(sizeOr(args[0]), gaps));
  return { cost: scale(size, WALK), size };
};

const find: Estimate = ({ target, args }) => {
  if (target === undefined || args.length < 1) return undefined;
  const size = sizeOr(target);
  const text = scale(add(size, ONE), WALK);
  return { cost: multiply(text, scale(sizeOr(args[0]!), PATTERN)), size: { min: 0, max: size.max } };
};

const ADDRESS: Range = { min: 4, max: 16 };
const compareAddresses = scale(add(ADDRESS, ADDRESS), WALK);

const containsIp: Estimate = ({ overload, args }) => {
  if (args[0] === undefined) return undefined;
  const parse = overload === "cidr_contains_ip_string" ? scale(sizeOr(args[0]), WALK) : NOTHING;
  return { cost: add(compareAddresses, parse) };
};

const containsCidr: Estimate = ({ overload, args }) => {
  if (args[0] === undefined) return undefined;
  const parse = overload === "cidr_contains_cidr_string" ? scale(sizeOr(args[0]), WALK) : NOTHING;
  return { cost: add(add(add(compareAddresses, scale(ADDRESS, WALK)), ONE), parse) };
};

const ip: Estimate = (call) => (call.overload === "cidr_ip" ? { cost: ONE } : walkArgument(WALK)(call));

const validate: Estimate = ({ args: [text] }) =>
  text && { cost: scale(scale(sizeOr(text), WALK), MAX_FORMAT_PATTERN * PATTERN) };

const UNIT_EQUALITY: ReadonlySet<string> = new Set([
  "net.IP",
  "net.CIDR",
  "kubernetes.Quantity",
  "kubernetes.Semver",
  "kubernetes.authorization.Authorizer",
  "kubernetes.authorization.PathCheck",
  "kubernetes.authorization.GroupCheck",
  "kubernetes.authorization.ResourceCheck",
  "kubernetes.authorization.Decision",
]);

/** Estimates the equality of Kubernetes' own values; undefined for all others. */
const equals: Estimate = ({ args }) => {
  const [left, right] = args;
  if (left === undefined || right === undefined || !sameType(left.type, right.type)) return undefined;
  const name = optionalItem(left.type) === undefined ? typeName(left.type) : "";
  if (UNIT_EQUALITY.has(name)) return { cost: ONE };
  if (name === "kubernetes.NamedFormat") return { cost: scale({ min: 1, max: MAX_FORMAT }, WALK) };
  if (name !== "kubernetes.URL") return undefined;
  const size = right.size === undefined ? ONE : union(right.size, right.size);
  return { cost: scale({ min: 1, max: size.max }, WALK) };
};

const table = (names: string, estimate: Estimate): [string, Estimate][] =>
  names.split(" ").map((name) => [name, estimate]);

const ESTIMATES: ReadonlyMap<string, Estimate> = new Map([
  ...table("check", authorizationCheck),
  ...table("serviceAccount path group resource subresource namespace name allowed reason error errored", one),
  ...table("fieldSelector labelSelector", selector),
  ...table("isSorted sum max min indexOf lastIndexOf", compareAll),
  ...table("lowerAscii upperAscii substring trim", walkTarget),
  ...table("url jsonpatch.escapeKey", ({ args }) =>
    args.length === 1 ? { cost: scale(sizeOr(args[0]!), WALK), size: sizeOr(args[0]!) } : undefined,
  ),
  ...table("replace", replace),
  ...table("split", split),
  ...table("join", join),
  ...table("find findAll", find),
  ...table("cidr isIP isCIDR quantity isQuantity semver isSemver", walkArgument(WALK)),
  ...table("ip", ip),
  ...table("ip.isCanonical", walkArgument(2 * WALK)),
  ...table("masked prefixLength family isUnspecified isLoopback", one),
  ...table("isLinkLocalMulticast isLinkLocalUnicast isGlobalUnicast", one),
  ...table("containsIP", containsIp),
  ...table("containsCIDR", containsCidr),
  ...table("validate", validate),
  ...table("format.named sign asInteger isInteger asApproximateFloat isGreaterThan isLessThan", one),
  ...table("compareTo add sub major minor patch", one),
  ...table("getScheme getHostname getHost getPort getEscapedPath getQuery", one),
  ...table("_==_", equals),
]);

/** Estimates a call of one of Kubernetes' functions without its arguments; undefined for all other functions. */
export const kubernetesCall = (name: string, call: Call): CallEstimate | undefined =>
  ESTIMATES.get(name)?.(call);
