import { compilePlan, type Plan } from "../../src/admission/plan.ts";
import type { KubeObject } from "../../src/api/meta.ts";
import { type CaseResult, differs, judge } from "../case.ts";

export interface EffectiveListCase {
  kind: "Mutating" | "Validating";
  create: Entry[];
  update?: Entry[];
  delete?: string[];
  expected: { afterCreate: string[]; final: string[] };
}

interface Entry {
  name: string;
  webhooks: { name: string }[];
}

/** Plans made one from the other as configurations come, change and go. */
export function runEffectiveList({
  kind,
  create,
  update = [],
  delete: gone = [],
  expected,
}: EffectiveListCase): CaseResult {
  const stored = new Map<string, KubeObject>();
  let plan: Plan | undefined;
  const renew = (): string[] => {
    const list = [...stored.values()];
    const options = plan === undefined ? {} : { previous: plan };
    plan = kind === "Mutating" ? compilePlan(list, [], options) : compilePlan([], list, options);
    return (kind === "Mutating" ? plan.mutating : plan.validating).map(({ name }) => name);
  };
  const write = ({ name, webhooks }: Entry) => stored.set(name, { metadata: { name }, webhooks });
  for (const entry of create) {
    write(entry);
    renew();
  }
  const afterCreate = renew();
  for (const entry of update) write(entry);
  for (const name of gone) stored.delete(name);
  return judge(
    differs("after creation", afterCreate, expected.afterCreate),
    differs("in the end", renew(), expected.final),
  );
}
