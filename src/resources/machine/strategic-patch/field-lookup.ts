import { quote } from "../../../api/quote.ts";
import { plainError } from "../../../api/status.ts";
import type { Shape } from "../../../schema/shape.ts";

/** What a strategic merge patch has to know of one member of an object. */
export interface MemberRule {
  /** The shape of the member; of its items when it is a list. */
  readonly shape: Shape;
  readonly strategy: "merge" | "replace" | "";
  /** Empty where there is none. */
  readonly mergeKey: string;
}

/** Throws the reference's 500 for a member that the type does not have. */
export function lookUpObject(shape: Shape, key: string): MemberRule {
  if (shape.kind === "map") return { shape: shape.value, strategy: "", mergeKey: "" };
  if (shape.kind !== "object") return noType(shape);
  const field = shape.fields.get(key);
  if (field === undefined) throw unknownField(shape.goType, key);
  const strategy = field.replace ? "replace" : "";
  return { shape: field.shape, strategy, mergeKey: "" };
}

export function lookUpList(shape: Shape, key: string): MemberRule {
  const member = lookUpObject(shape, key);
  const list = member.shape;
  if (list.kind !== "list") return member;
  const strategy = list.mergeKey === undefined ? "" : "merge";
  return { shape: list.item, strategy, mergeKey: list.mergeKey ?? "" };
}

/** Inside of raw JSON there are no keys to merge by: everything that is not an object is replaced. */
const noType = (shape: Shape): MemberRule => ({ shape, strategy: "", mergeKey: "" });

function unknownField(goType: string, key: string): Error {
  const name = goType.slice(goType.lastIndexOf(".") + 1);
  return plainError(`unable to find api field in struct ${name} for the json field ${quote(key)}`);
}
