import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Answer, Case, Step } from "./case.ts";
import type { Where } from "./judge.ts";

/** A case with the reference's response to each step, to be replayed without the reference. */
export interface KeptCase {
  readonly title: string;
  readonly area: string;
  readonly alone?: boolean;
  readonly hooks?: NonNullable<Case["hooks"]>;
  readonly steps: readonly (Step & { readonly answer?: KeptAnswer })[];
}

/** `brief`: the body does not matter. */
export type KeptAnswer = Answer & { readonly brief?: boolean };

/** Writes a case to `folder/area/`. Its file name is derived from its content. */
export function keepCase(
  folder: string,
  title: string,
  what: Case,
  answers: readonly Answer[],
  where: Where,
): string {
  const kept = keptCase(title, what, answers, where);
  const hash = createHash("sha256").update(title).digest("hex").slice(0, 8);
  const file = join(folder, what.area, `${wordsOf(title)}-${hash}.json`);
  mkdirSync(join(folder, what.area), { recursive: true });
  writeFileSync(file, keptText(kept));
  return file;
}

/** One line for each step, so that changes are visible and files stay short. */
export function keptText({ steps, ...head }: KeptCase): string {
  const lines = steps.map((step) => `  ${JSON.stringify(step)}`).join(",\n");
  return `${JSON.stringify(head, null, 1).slice(0, -2)},\n "steps": [\n${lines}\n ]\n}\n`;
}

/** A case together with its answers. */
export function keptCase(title: string, what: Case, answers: readonly Answer[], where: Where): KeptCase {
  const steps = what.steps.map((step) => {
    const answer = answers.find((one) => one.step === step.name);
    return answer === undefined ? step : { ...step, answer: general(answer, where) };
  });
  return {
    title,
    area: what.area,
    ...(what.alone ? { alone: true } : {}),
    ...(what.hooks === undefined ? {} : { hooks: what.hooks }),
    steps,
  };
}

/** An answer without the words that only one play has, and without the audit log: cases are replayed without one. */
export const general = ({ audit: _audit, ...answer }: Answer, where: Where): Answer =>
  anywhere(answer, where);

/** An answer without the words that only one play has. */
export const anywhere = (answer: Answer, { namespace, id }: Where): Answer =>
  JSON.parse(JSON.stringify(answer).replaceAll(namespace, "{{ns}}").replaceAll(id, "{{id}}")) as Answer;

const wordsOf = (title: string): string =>
  (title.toLowerCase().match(/[a-z]+/g) ?? []).join("-").slice(0, 60).replace(/-$/, "");
