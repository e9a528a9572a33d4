import { tooManyRequests } from "../api/status.ts";
import { type Keeping, KeptAnswers } from "./kept-answers.ts";

/** Asks unless the answer is remembered; `keeping` says how an answer is kept. */
type AskOnce<T> = (key: string, ask: () => Promise<T>, keeping: (answer: T) => Keeping) => T | Promise<T>;

/** Questions to a service under way: anyone who sends guesses must not make a connection for each. */
const MOST_AT_ONCE = 1000;

/**
 * Answers of services: anyone who asks the same while a question is under way gets the same answer, and it is kept for its
 * time. Failures are not kept. Rejects with 429 while too many questions are under way. `most`: answers that are kept, of
 * those that accept and of those that refuse; `now` in milliseconds.
 */
export function rememberAnswers<T>(most: number, now: () => number, mostAtOnce = MOST_AT_ONCE): AskOnce<T> {
  const kept = new KeptAnswers<T>(most, now);
  const underWay = new Map<string, Promise<T>>();
  const asked: AskOnce<T> = async (key, ask, keeping) => {
    try {
      const answer = await ask();
      kept.keep(key, answer, keeping(answer));
      return answer;
    } finally {
      underWay.delete(key);
    }
  };
  return (key, ask, keeping) => {
    const before = kept.get(key);
    if (before !== undefined) return before.answer;
    const earlier = underWay.get(key);
    if (earlier !== undefined) return earlier;
    if (underWay.size >= mostAtOnce)
      return Promise.reject(tooManyRequests("Too many requests, please try again later.", 1));
    const waiting = Promise.resolve(asked(key, ask, keeping));
    underWay.set(key, waiting);
    return waiting;
  };
}
