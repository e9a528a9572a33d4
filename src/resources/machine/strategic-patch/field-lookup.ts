import { plainError } from "../../../api/status.ts";
import { quote } from "../../../go/quote.ts";
import type { Shape } from "../../../types/shape.ts";

/** Facts about a member of an object that a strategic merge patch needs. */
export interface MemberRule {
  /** Shape of the member, or of its items if it is a list. */
  readonly shape: Shape;
  readonly strategy: "merge" | "replace" | "";
  /** Empty if there is no merge key. */
  readonly mergeKey: string;
}

/** Returns the rule of a member. Throws the reference's error 500 if the type does not have the member. */
export function lookUpObject(shape: Shape, key: string): MemberRule {
  if (shape.kind === "map") return { shape: shape.value, strategy: "", mergeKey: "" };
  if (shape.kind !== "object") return noType(shape);
  const field = shape.fields.get(key);
  if (field === undefined) throw unknownField(shape.goType, key);
  const strategy = field.replace ? "replace" : "";
  return { shape: field.shape, strategy, mergeKey: "" };
}

/** Rule for the items of a list (LookupPatchMetadataForSlice). */
export function lookUpList(shape: Shape, key: string): MemberRule {
  const member = lookUpObject(shape, key);
  const list = member.shape;
  if (list.kind !== "list") return member;
  const strategy = list.mergeKey === undefined ? "" : "merge";
  return { shape: list.item, strategy, mergeKey: list.mergeKey ?? "" };
}

/** Rule inside raw JSON, which has no merge keys: everything except objects is replaced. */
const noType = (shape: Shape): MemberRule => ({ shape, strategy: "", mergeKey: "" });

function unknownField(goType: string, key: string): Error {
  const name = goType.slice(goType.lastIndexOf(".") + 1);
  return plainError(`unable to find api field in struct ${name} for the json field ${quote(key)}`);
}
