import type { Cause } from "../../../explain/explanation.ts";
import type { Manifest } from "../../../explain/offline/manifests.ts";
import { pointerOf } from "../../../explain/sources.ts";
import { type JsonObject, record } from "../../../json/value.ts";
import { startReplayServer } from "../../../replay/replay-server.ts";
import { ADMISSION_LISTS } from "../../admission-lists.ts";
import { readList } from "../../read-list.ts";
import { lineAt, manifestsIn } from "../manifests-in.ts";
import { type EditorProblem, wrongText } from "../refused.ts";
import { latestRequests } from "../requests/latest-requests.ts";
import type { Upstream } from "../upstream.ts";
import { compareDecisions, type Progress } from "./compare-decisions.ts";

/** Lists of the resources that decide about requests, as far as a replay supports them. */
const LISTS = [
  "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
  ...ADMISSION_LISTS,
  "/api/v1/namespaces",
];
const LONGEST_MS = 60_000;

/**
 * Decides the latest requests again. The body has the `text` of the editor, and `call`: true to call webhooks with a URL over
 * the network, each request as a dry run; otherwise webhooks without a recorded call are taken to allow.
 */
export type WhatIf = (
  body: unknown,
  tell: (progress: Progress) => void,
  left: AbortSignal,
) => Promise<JsonObject>;

/**
 * Creates the comparison of the current configurations with those of the editor, in memory. A new question aborts the one
 * before, because a page shows the latest answer only.
 */
export function createWhatIf(upstream: Upstream): WhatIf {
  let running: AbortController | undefined;
  return async (body, tell, left) => {
    running?.abort();
    const own = new AbortController();
    running = own;
    const stop = (): void => own.abort();
    left.addEventListener("abort", stop);
    const timer = setTimeout(stop, LONGEST_MS);
    try {
      return await decideAgain(upstream, body, tell, own.signal);
    } finally {
      clearTimeout(timer);
      left.removeEventListener("abort", stop);
    }
  };
}

async function decideAgain(
  upstream: Upstream,
  body: unknown,
  tell: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<JsonObject> {
  const call = record(body).call === true;
  const changed = await manifestsIn(body);
  const [there, requests] = await Promise.all([currentManifests(upstream), latestRequests(upstream, signal)]);
  const answering = call ? { answering: { call: { services: new Map() } } } : {};
  const before = await startReplayServer({ manifests: there, ...answering });
  try {
    const now = await startReplayServer({ manifests: overlaid(there, changed), ...answering });
    try {
      const isFatal = ({ code }: (typeof now.problems)[number]): boolean => code === "invalid-configuration";
      const fatal = now.problems.filter(isFatal).map(editorProblem);
      if (fatal.length > 0) throw wrongText(422, fatal);
      const asked = call ? requests.map((request) => ({ ...request, dryRun: true })) : requests;
      const compared = await compareDecisions({ requests: asked, before, now, tell, signal });
      // Unknown fields are dropped, and may be the mistake.
      const problems = now.problems.map(editorProblem).filter(({ line }) => line > 0);
      return { ...compared, problems: problems.map((one) => ({ ...one })) };
    } finally {
      await now.close();
    }
  } finally {
    await before.close();
  }
}

/** A problem that is shown at its line does not name the object again. */
function editorProblem({ of, at, message }: Pick<Cause, "of" | "at" | "message">): EditorProblem {
  const line = lineAt(at);
  const [, short] = /^the server refuses it: \S+ "[^"]*" is invalid: (.*)$/s.exec(message) ?? [];
  return { line, message: line === 0 ? `${of}: ${message}` : (short ?? message) };
}

async function currentManifests({ client }: Upstream): Promise<Manifest[]> {
  const lists = await Promise.all(LISTS.map((path) => readList(client, path)));
  return lists.flat().map((object) => ({ object, line: pointerOf }));
}

/** Returns the current manifests, with each changed manifest in the place of the current one. */
function overlaid(there: readonly Manifest[], changed: readonly Manifest[]): Manifest[] {
  const keyOf = ({ object }: Manifest): string =>
    `${String(object.kind)}/${String(record(object.metadata).name)}`;
  const keys = new Set(changed.map(keyOf));
  return [...there.filter((one) => !keys.has(keyOf(one))), ...changed];
}
