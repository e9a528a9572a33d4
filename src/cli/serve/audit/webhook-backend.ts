import { setTimeout as pause } from "node:timers/promises";
import { jittered } from "../../../async/jittered.ts";
import { messageOf } from "../../../report/describe-error.ts";
import { inContext } from "../../../report/in-context.ts";
import type { Log } from "../../../server/log.ts";
import { openKubeconfigService } from "../reviews/review-webhook.ts";
import type { AuditBackend, AuditEvent } from "./backend.ts";

/** Timeout of one call, in milliseconds, as in the reference. */
const CALL_MS = 30_000;
const TRIES = 5;
const GROWTH = 1.5;
/** Batches that are on their way, with those that are tried again: more are lost, and logged. */
const MOST_CALLS = 100;
/** Time for calls in progress when the server stops, in milliseconds. */
const CLOSING_MS = 5000;

/** Begin of an event's JSON: events in a list have neither kind nor version. */
const HEAD = '{"kind":"Event","apiVersion":"audit.k8s.io/v1",';

/**
 * Sends events as an EventList to the service that a kubeconfig leads to; a call that fails is made again, four times
 * (apiserver/plugin/pkg/audit/webhook/webhook.go). Throws an Error for a kubeconfig that is wrong.
 */
export function openWebhookBackend(path: string, initialBackoffMs: number, log: Log): AuditBackend {
  const { client, close } = inContext("initializing audit webhook", () => openKubeconfigService(path));
  const closing = new AbortController();
  const underWay = new Set<Promise<boolean>>();
  const once = async (body: string): Promise<string | undefined> => {
    const deadline = performance.now() + CALL_MS;
    const answer = await client.post(body, { deadline, timeoutParam: `${CALL_MS / 1000}s` });
    return answer.kind === "answer" ? undefined : answer.message;
  };
  const deliver = async (body: string): Promise<boolean> => {
    let problem: string | undefined;
    for (let tries = 0; tries < TRIES; tries++) {
      if (tries > 0 && !(await paused(initialBackoffMs * GROWTH ** (tries - 1), closing.signal))) break;
      problem = await once(body).catch(messageOf);
      if (problem === undefined) return true;
    }
    log("error", "audit events could not be sent to the webhook", { error: problem });
    return false;
  };
  return {
    process(events) {
      if (underWay.size >= MOST_CALLS) {
        log("error", "audit events are lost: too many calls of the webhook are on their way", {
          lost: events.length,
        });
        return false;
      }
      const delivering = deliver(listOf(events));
      underWay.add(delivering);
      void delivering.finally(() => underWay.delete(delivering));
      return delivering;
    },
    async close() {
      closing.abort();
      await Promise.race([Promise.allSettled(underWay), pause(CLOSING_MS, undefined, { ref: false })]);
      await close();
    },
  };
}

function listOf(events: readonly AuditEvent[]): string {
  const items = events.map(({ line }) => `{${line.slice(HEAD.length, -1)}`);
  return `{"kind":"EventList","apiVersion":"audit.k8s.io/v1","metadata":{},"items":[${items.join(",")}]}`;
}

/** Resolves with false if the server stops. */
const paused = (ms: number, signal: AbortSignal): Promise<boolean> =>
  pause(jittered(ms), true, { signal }).catch(() => false);
