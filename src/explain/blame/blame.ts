import type { Verdict } from "../../admission/verdict.ts";
import type { Registry } from "../../resources/registry.ts";
import type { Blame, BlamedField, LostValue, Written } from "./field-writer.ts";
import { fieldsOf, MarkedObject } from "./marked-object.ts";
import { type NotStored, notStored } from "./not-stored.ts";
import { markManagers } from "./stored-managers.ts";
import { stagesOf } from "./write-stages.ts";

/** Tells who wrote each field; undefined if this was not recorded, or the request writes no object of its own kind. */
export function blameOf(
  written: Written,
  verdict: Verdict | undefined,
  registry: Registry,
): Blame | undefined {
  const found = verdict && stagesOf(written, verdict, registry);
  if (verdict === undefined || found === undefined) return undefined;
  const { old, stages } = found;
  const object = new MarkedObject();
  if (old !== null) object.begin(old, (mark) => markManagers(mark, verdict.attributes.oldObject));
  for (const { object: next, by, isDecoding } of stages) object.become(next, by, isDecoding);
  const isStored = written.trail?.stored !== undefined;
  if (isStored) object.inheritOld();
  const rule = (lost: NotStored): string => notStored(lost, verdict.attributes, registry);
  const fields = fieldsOf(object.root);
  const kept = new Set(fields.map(placeless));
  const lost = object.lost.filter((one) => !kept.has(placeless({ ...one, by: one.from })));
  return { stored: isStored, fields, lost: lost.map(withRule(rule)) };
}

/** A value and its writer in any round, at any place in its list: a later call may write an item again at another place. */
const placeless = ({ path, value, by: { kind, name, configuration } }: BlamedField): string =>
  JSON.stringify([path.split("/").filter((step) => !/^\d+$/.test(step)), value, kind, name, configuration]);

const withRule =
  (rule: (lost: NotStored) => string) =>
  (lost: Omit<LostValue, "why">): LostValue => ({
    ...lost,
    why: lost.how === "not stored" ? rule(lost) : "",
  });
