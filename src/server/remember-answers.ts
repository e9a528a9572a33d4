interface Kept<T> {
  readonly answer: T;
  readonly until: number;
}

/** Asks unless the answer is remembered; `msOf` says for how long an answer holds, in milliseconds (0: not at all). */
type AskOnce<T> = (key: string, ask: () => Promise<T>, msOf: (answer: T) => number) => T | Promise<T>;

/**
 * Answers of services: whoever asks the same while a question is under way gets the same answer, and it is kept for its
 * time. Failures are not kept. When `most` answers are kept, all are forgotten. `now` in milliseconds.
 */
export function rememberAnswers<T>(most: number, now: () => number): AskOnce<T> {
  const kept = new Map<string, Kept<T>>();
  const underWay = new Map<string, Promise<T>>();
  const asked: AskOnce<T> = async (key, ask, msOf) => {
    try {
      const answer = await ask();
      const until = now() + msOf(answer);
      if (until > now()) {
        if (kept.size >= most) kept.clear();
        kept.set(key, { answer, until });
      }
      return answer;
    } finally {
      underWay.delete(key);
    }
  };
  return (key, ask, msOf) => {
    const before = kept.get(key);
    if (before !== undefined && now() < before.until) return before.answer;
    const waiting = underWay.get(key) ?? Promise.resolve(asked(key, ask, msOf));
    underWay.set(key, waiting);
    return waiting;
  };
}
