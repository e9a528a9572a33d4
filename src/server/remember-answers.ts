import { hash } from "node:crypto";
import { tooManyRequests } from "../api/status.ts";
import { type Keeping, KeptAnswers } from "./kept-answers.ts";

/** Asks unless the answer is remembered; `keeping` says how an answer is kept. */
type AskOnce<T> = (key: string, ...question: Question<T>) => T | Promise<T>;

type Question<T> = readonly [ask: () => Promise<T>, keeping: (answer: T) => Keeping];

/** Questions to a service under way: a client that sends guesses must not cause a connection for each. */
const MOST_AT_ONCE = 1000;
/** Characters of all questions under way. One question may have a megabyte of selectors. */
const MOST_CHARACTERS = 32 << 20;

/**
 * Answers of services: the same question gets the same answer while it is under way, and the answer is kept for its time.
 * Only hashes of the keys are kept, which clients choose and which may be secret. Failures are not kept. Rejects with 429
 * while too many questions are under way. `most`: answers that are kept, of those that accept and of those that refuse;
 * `now` in milliseconds.
 */
export function rememberAnswers<T>(most: number, now: () => number, mostAtOnce = MOST_AT_ONCE): AskOnce<T> {
  const kept = new KeptAnswers<T>(most, now);
  const underWay = new Map<string, Promise<T>>();
  let characters = 0;
  const asked = async (id: string, length: number, ...[ask, keeping]: Question<T>): Promise<T> => {
    characters += length;
    try {
      const answer = await ask();
      kept.keep(id, answer, keeping(answer));
      return answer;
    } finally {
      characters -= length;
      underWay.delete(id);
    }
  };
  return (key, ...question) => {
    const id = hash("sha256", key, "base64");
    const before = kept.get(id);
    if (before !== undefined) return before.answer;
    const earlier = underWay.get(id);
    if (earlier !== undefined) return earlier;
    if (underWay.size >= mostAtOnce || characters + key.length > MOST_CHARACTERS)
      return Promise.reject(tooManyRequests("Too many requests, please try again later.", 1));
    const waiting = asked(id, key.length, ...question);
    underWay.set(id, waiting);
    return waiting;
  };
}
