import { PATTERN, WALK } from "./kubernetes-calls.ts";
import { type Argument, type CallEstimate, sizeOr } from "./node.ts";
import { add, exactly, multiply, type Range, scale, wrapped } from "./range.ts";

const ONE = exactly(1);
const COMPARES_TEXT = /^(less|greater|less_equals|greater_equals)_(string|bytes)$/;

/** Estimates a call of the standard library without its arguments. */
export function standardCall(
  overload: string,
  target: Argument | undefined,
  args: readonly Argument[],
): CallEstimate {
  const found = target === undefined ? globalCall(overload, args) : memberCall(overload, target, args);
  return found ?? { cost: ONE };
}

function memberCall(overload: string, target: Argument, args: readonly Argument[]): CallEstimate | undefined {
  const [text, part] = [sizeOr(target), args[0] && sizeOr(args[0])];
  switch (overload) {
    case "string_format":
      return { cost: scale(text, WALK) };
    case "starts_with_string":
    case "ends_with_string":
      return part && { cost: scale(part, WALK) };
    case "contains_string":
      return part && { cost: multiply(scale(text, WALK), scale(part, WALK)) };
    case "matches_string":
      return part && { cost: multiply(scale(add(text, ONE), WALK), scale(part, PATTERN)) };
    default:
      return undefined;
  }
}

function globalCall(overload: string, args: readonly Argument[]): CallEstimate | undefined {
  const [a = ONE, b = ONE] = args.map(sizeOr);
  switch (overload) {
    case "string_to_bytes":
      return { cost: scale(a, WALK), size: { min: a.min, max: wrapped(a.max * 4) || a.max } };
    case "bytes_to_string":
      return { cost: scale(a, WALK), size: { min: Math.floor(a.min / 4), max: a.max } };
    case "strings_quote":
      return { cost: scale(a, WALK), size: { min: a.min + 2, max: wrapped(a.max * 2 + 2) } };
    case "matches":
      return { cost: multiply(scale(add(a, ONE), WALK), scale(b, PATTERN)) };
    case "in_list":
      return { cost: b };
    case "add_list":
      return { cost: ONE, size: add(a, b) };
    case "add_string":
    case "add_bytes":
      return { cost: scale(add(a, b), WALK), size: add(a, b) };
    case "equals":
    case "not_equals":
      return comparison(a, b);
    default:
      return COMPARES_TEXT.test(overload) ? comparison(a, b) : undefined;
  }
}

/** Estimates a comparison, which ends with the shorter operand. */
function comparison(a: Range, b: Range): CallEstimate {
  const max = Math.min(a.max, b.max);
  return { cost: scale({ min: max > 0 ? 1 : 0, max }, WALK) };
}
