import type { SharedRequest } from "./messages.ts";
import type { Peers } from "./peers.ts";

/** The whole answer of another server. */
export interface CollectedAnswer {
  readonly process: number;
  readonly status: number;
  readonly text: string;
  readonly lastWriteAt: number;
}

/** Time in which another server has to answer, in milliseconds. */
const MOST_MS = 3000;
/** Limit for all answers together, in characters (64 MiB). */
const MOST_TEXT = 64 << 20;

/** Asks all other servers. Resolves with the answers that came whole within three seconds and 64 MiB, by the numbers of the servers. */
export function collectAnswers(peers: Peers, request: SharedRequest): Promise<readonly CollectedAnswer[]> {
  return new Promise((resolve) => {
    const open = new Map<number, CollectedAnswer>();
    const whole: CollectedAnswer[] = [];
    let size = 0;
    const finish = (): void => {
      clearTimeout(timer);
      end();
      resolve(whole.sort((a, b) => a.process - b.process));
    };
    const timer = setTimeout(finish, MOST_MS);
    const end = peers.ask(request, {
      asked(of) {
        for (const process of of) open.set(process, { process, status: 0, text: "", lastWriteAt: 0 });
        if (open.size === 0) finish();
      },
      part(from, { status, text = "", lastWriteAt, isEnd }) {
        const one = open.get(from);
        if (one === undefined) return;
        size += text.length;
        if (size > MOST_TEXT) return finish();
        const next = {
          process: from,
          status: status ?? one.status,
          text: one.text + text,
          lastWriteAt: lastWriteAt ?? one.lastWriteAt,
        };
        open.set(from, next);
        if (isEnd === undefined) return;
        open.delete(from);
        if (next.status !== 0) whole.push(next);
        if (open.size === 0) finish();
      },
    });
  });
}
