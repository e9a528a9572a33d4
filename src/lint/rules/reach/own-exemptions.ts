import type { CompiledSelector } from "../../../admission/rule.ts";
import { conditionsOf, type Evaluation, evaluations } from "../../expressions/evaluated.ts";
import { wordsOf } from "../../expressions/reads.ts";
import { type Marks, scenesFor } from "../../expressions/scenes.ts";
import { targetsOf } from "../../expressions/targets.ts";
import type { Model } from "../../model/model.ts";
import { kindOf } from "../../model/names.ts";
import { placedSelectors } from "../../model/placed-selectors.ts";
import { NAME_LABEL } from "../../requests/namespaces.ts";
import type { Problem } from "../../rule.ts";

const NEGATIVE: ReadonlySet<string> = new Set(["!", "notin", "!="]);

/** The label that exempts an object; undefined if none does. */
export function optOut(selector: CompiledSelector): string | undefined {
  if (selector.kind !== "selector") return undefined;
  const { requirements } = selector.selector;
  return requirements.find(({ key, operator }) => NEGATIVE.has(operator) && key !== NAME_LABEL)?.key;
}

/** Words in keys that mean an exemption, and not a choice of objects. */
const EXEMPTING = ["ignore", "skip", "exempt", "bypass", "exclude", "disable"];

const isExempting = (key: string): boolean => EXEMPTING.some((word) => key.toLowerCase().includes(word));

/** Labels and annotations of the checked objects themselves that take them out of validating hooks. */
export const ownExemptions = (model: Model): Problem[] => [
  ...placedSelectors(model).flatMap(({ of, webhook, base, objectSelector, rules }): Problem[] => {
    // The labels of a Scale, for example, are those of the object that it scales.
    const areWritten = rules.some(({ resources }) => resources.some((one) => !one.includes("/")));
    const key = optOut(objectSelector);
    if (key === undefined || !areWritten || !kindOf(of).startsWith("Validating")) return [];
    const isOfPods = rules.some(({ resources }) => resources.includes("pods"));
    return exempting({ of, webhook, path: [...base, "objectSelector"] }, "label", key, model, isOfPods);
  }),
  ...evaluations(model).flatMap((one) => (one.phase === "validating" ? byCondition(one, model) : [])),
];

function exempting(
  at: Pick<Problem, "of" | "path"> & { readonly webhook: string },
  what: string,
  key: string,
  { manifests }: Model,
  isCertain = false,
): Problem[] {
  // Something else can decide who may set it.
  const isReviewed = manifests.some(
    ({ object }) => object !== at.of.object && JSON.stringify(object).includes(key),
  );
  if ((!isExempting(key) && !isCertain) || isReviewed) return [];
  const message = `every user who may write an object can give it the ${what} ${key}, which exempts it from the check`;
  const fix = "exempt namespaces or users instead, or let another policy decide who may set it";
  return [{ ...at, message, fix, severity: "info" }];
}

/** Evaluates each condition for an object without marks, and with the texts of the condition as a mark. */
function byCondition(one: Evaluation, model: Model): Problem[] {
  const [target] = targetsOf(one.rules, model.registry).named;
  const scene = scenesFor(one.objectSelector, model.registry);
  if (target === undefined || scene === undefined) return [];
  return conditionsOf(one).flatMap(({ program, expr, path }): Problem[] => {
    const words = [...wordsOf(expr)];
    const valueFor = (marks: Marks): unknown => program.run(scene(target, { marks })).value;
    const keys = words.filter(isExempting);
    if (keys.length === 0 || valueFor(undefined) !== true) return [];
    const key = keys.find((word) =>
      [...words, "true"].some((value) => valueFor({ [word]: value }) === false),
    );
    const what = words.includes("annotations") ? "annotation" : "label";
    return key === undefined ? [] : exempting({ of: one.of, webhook: one.webhook, path }, what, key, model);
  });
}
