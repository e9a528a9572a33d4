import { isJsonObject, type Json, type JsonObject } from "../../../src/json/value.ts";
import type { Case, HookAnswer } from "../case.ts";

/** The case with one thing less in the answers of its webhooks, in all ways there are. */
export function withLessAnswered(what: Case): readonly Case[] {
  const made: Case[] = [];
  for (const [name, answers] of Object.entries(what.hooks ?? {})) {
    const put = (others: readonly HookAnswer[]): Case => ({
      ...what,
      hooks: { ...what.hooks, [name]: others },
    });
    if (answers.length > 0) made.push(put([]));
    for (const [i, answer] of answers.entries())
      for (const smaller of smallerAnswers(answer)) made.push(put(answers.with(i, smaller)));
  }
  return made;
}

function smallerAnswers(answer: HookAnswer): HookAnswer[] {
  const review = reviewIn(answer);
  if (review === undefined || !isJsonObject(review.response)) return [];
  const { response } = review;
  const put = (other: JsonObject): HookAnswer => ({
    ...answer,
    text: JSON.stringify({ ...review, response: other }),
  });
  const operations = patchIn(response);
  const patches = (operations ?? []).map((_, i) => {
    const patch = (operations ?? []).toSpliced(i, 1);
    return put({ ...response, patch: Buffer.from(JSON.stringify(patch)).toString("base64") });
  });
  const members = Object.keys(response)
    .filter((key) => key !== "uid" && key !== "allowed")
    .map((key) => put(Object.fromEntries(Object.entries(response).filter(([other]) => other !== key))));
  return [...members, ...patches];
}

function reviewIn({ text = "" }: HookAnswer): JsonObject | undefined {
  try {
    const review = JSON.parse(text) as Json;
    return isJsonObject(review) ? review : undefined;
  } catch {
    return undefined;
  }
}

function patchIn({ patch }: JsonObject): Json[] | undefined {
  try {
    const operations = JSON.parse(Buffer.from(String(patch), "base64").toString("utf8")) as Json;
    return Array.isArray(operations) ? operations : undefined;
  } catch {
    return undefined;
  }
}

/** Readable text of an answer, with decoded patches. */
export function answerText(answer: HookAnswer): string {
  const review = reviewIn(answer);
  if (review === undefined || !isJsonObject(review.response)) return JSON.stringify(answer);
  const patch = patchIn(review.response);
  const response =
    patch === undefined
      ? review.response
      : { ...review.response, patch: `base64 of ${JSON.stringify(patch)}` };
  return JSON.stringify({ ...answer, text: { ...review, response } });
}
