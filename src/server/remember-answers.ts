import { hash } from "node:crypto";
import { tooManyRequests } from "../api/status.ts";
import { type Keeping, KeptAnswers } from "./kept-answers.ts";

/** Requests an answer unless it is cached; `keeping` returns the cache rules of an answer. */
type AskOnce<T> = (key: string, ...question: Question<T>) => T | Promise<T>;

type Question<T> = readonly [ask: () => Promise<T>, keeping: (answer: T) => Keeping];

/** Limit of concurrent requests to a service: a client that sends guesses must not cause a connection for each. */
const MOST_AT_ONCE = 1000;
/** Limit of characters of all concurrent requests. One of them may have a megabyte of selectors. */
const MOST_CHARACTERS = 32 << 20;

/**
 * Caches the answers of services: equal concurrent requests share one answer, which is then cached for its
 * lifetime. The cache has only hashes of the keys, which clients choose and which may be secret. Failures are
 * not cached. Rejects with 429 while too many requests are in progress. `most`: limit of cached answers,
 * separately for those that accept and those that refuse; `now` in milliseconds.
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
