import { clone } from "../../src/json/object.ts";
import { readPointer } from "../../src/json/pointer.ts";
import { isJsonObject, type Json } from "../../src/json/value.ts";
import { decodeProtobuf } from "../../src/types/protobuf/envelope.ts";
import { answerOf } from "./answer.ts";
import { encoded } from "./bodies/encodings.ts";
import type { Answer, Case, HookAnswer, Step } from "./case.ts";
import type { Connection, Outgoing, Reply } from "./connection.ts";
import { applyEdit } from "./edit.ts";
import { comparableEvent, wholeEvent } from "./hooks/audit.ts";
import { comparableCalls } from "./hooks/calls.ts";
import type { HookSide } from "./hooks/hook-server.ts";
import { settle } from "./hooks/settle.ts";
import { kubectlAnswer } from "./kubectl/answer.ts";
import { Normaliser } from "./normalise.ts";

const TOKEN = "admin-token";

/** Place of one case. */
export interface Stage {
  readonly connection: Connection;
  /** Namespace with the same number of letters in every run. */
  readonly namespace: string;
  readonly id: string;
  readonly hooks: HookSide;
}

/** Sends the steps of a case to one server, one after the other, and returns its answers in comparable form. */
export async function play(what: Case, stage: Stage): Promise<readonly Answer[]> {
  const filled = fill(what.steps, stage);
  const behaviour = fill(withOpenPatches(what.hooks ?? {}, stage), stage);
  const normaliser = new Normaliser(JSON.stringify([filled, behaviour]));
  if (what.hooks !== undefined) stage.hooks.expect(stage.id, behaviour);
  const bodies = new Map<string, Json | undefined>();
  const answers: Answer[] = [];
  const made: string[] = [];
  const statuses = new Map<string, number>();
  for (const step of filled) {
    if (step.settle !== undefined) {
      await settle(step.settle, stage.connection, stage.hooks);
      stage.hooks.calls(stage.id);
      continue;
    }
    if (step.kubectl !== undefined) {
      const said = await stage.connection.kubectl.run(step.kubectl, stage.namespace);
      answers.push(kubectlAnswer(step, said, normaliser));
      continue;
    }
    if (step.onlyAfter !== undefined && statuses.get(step.onlyAfter.step) !== step.onlyAfter.status) continue;
    const auditId = `audit-${stage.id}-${step.name.replaceAll(" ", "-")}`;
    const isNoted = what.hooks !== undefined || what.audits === true;
    const sent = isNoted ? { ...step, headers: { ...step.headers, "audit-id": auditId } } : step;
    const reply = await sendStep(sent, stage.connection, bodies);
    const body = step.watch === undefined ? parsed(reply) : undefined;
    bodies.set(step.name, body);
    statuses.set(step.name, reply.status);
    noteMade(step, reply, body, made);
    learnSent(step, body, normaliser);
    if (step.silent || step.until !== undefined) normaliser.learn(body);
    else answers.push(answerOf(step, reply, body, normaliser));
    const calls = stage.hooks.calls(stage.id);
    const last = answers.at(-1);
    if (calls.length > 0 && last?.step === step.name)
      answers.splice(-1, 1, { ...last, calls: comparableCalls(calls, normaliser) });
    if (isNoted && stage.hooks.audit !== undefined && last?.step === step.name) {
      const said = what.audits
        ? (await stage.hooks.audit.events(auditId)).map(wholeEvent)
        : comparableEvent(await stage.hooks.audit.event(auditId));
      const audit = normaliser.value(said) ?? null;
      answers.splice(-1, 1, { ...(answers.at(-1) ?? last), audit });
    }
  }
  if (!what.stays)
    await cleanUp([...fill([...(what.after ?? [])].reverse(), stage), ...made.reverse()], stage.connection);
  stage.hooks.forget(stage.id);
  return answers;
}

function fill<T>(value: T, stage: Stage): T {
  return JSON.parse(fillText(JSON.stringify(value), stage)) as T;
}

function fillText(text: string, { namespace, id, hooks }: Stage): string {
  const words = { ns: namespace, id, hooks: `${hooks.url}/${id}`, caBundle: hooks.caBundle };
  return Object.entries(words).reduce((filled, [word, own]) => filled.replaceAll(`{{${word}}}`, own), text);
}

type Answers = NonNullable<Case["hooks"]>;

/** The patch of a review is base64: its words are filled in there. */
function withOpenPatches(hooks: Answers, stage: Stage): Answers {
  const open = (all: string, patch: string): string => {
    const text = Buffer.from(patch, "base64").toString("utf8");
    return text.includes("{{") ? `"patch":"${Buffer.from(fillText(text, stage)).toString("base64")}"` : all;
  };
  const opened = (answer: HookAnswer): HookAnswer =>
    answer.text === undefined
      ? answer
      : { ...answer, text: answer.text.replace(/"patch":"([A-Za-z0-9+/=]+)"/, open) };
  return Object.fromEntries(Object.entries(hooks).map(([name, list]) => [name, list.map(opened)]));
}

async function sendStep(
  step: Step,
  connection: Connection,
  bodies: ReadonlyMap<string, Json | undefined>,
): Promise<Reply> {
  const outgoing = outgoingOf(step, bodies);
  if (step.watch !== undefined) return connection.stream(outgoing, step.watch.events);
  const until = Date.now() + 15_000;
  for (let wait = 10; ; wait = Math.min(wait * 2, 200)) {
    const reply = await connection.send(outgoing);
    if (step.until === undefined || reply.status === step.until || Date.now() > until) return reply;
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

function outgoingOf(step: Step, bodies: ReadonlyMap<string, Json | undefined>): Outgoing {
  const known = withAnswers(step, bodies);
  const body = bodyOf(known, bodies);
  const headers: Record<string, string | readonly string[]> = { "user-agent": "differential/1.0" };
  const own = {
    accept: "application/json",
    authorization: `Bearer ${TOKEN}`,
    ...(body === undefined ? {} : { "content-type": "application/json" }),
    ...known.headers,
  };
  for (const [name, value] of Object.entries(own)) if (value !== null) headers[name] = value;
  return { method: step.method, path: targetOf(known), headers, body };
}

const ANSWER = /\{\{=([^:{}]+):([^{}]*)\}\}/g;

function withAnswers(step: Step, bodies: ReadonlyMap<string, Json | undefined>): Step {
  const filled = (text: string): string =>
    text.replace(ANSWER, (_, name: string, pointer: string) =>
      String(readPointer(bodies.get(name) ?? null, pointer) ?? ""),
    );
  const query = (step.query ?? []).map(([name, value]): [string, string] => [name, filled(value)]);
  const body = step.body === undefined ? {} : { body: JSON.parse(filled(JSON.stringify(step.body))) as Json };
  const headers = Object.fromEntries(
    Object.entries(step.headers ?? {}).map(([name, value]) => [
      name,
      typeof value === "string" ? filled(value) : value,
    ]),
  );
  return { ...step, path: filled(step.path), query, headers, ...body };
}

export function targetOf({ path, query = [] }: Step): string {
  const words = query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  return words.length === 0 ? path : `${path}?${words.join("&")}`;
}

function bodyOf(step: Step, bodies: ReadonlyMap<string, Json | undefined>): string | Buffer | undefined {
  if (step.base64 !== undefined) return Buffer.from(step.base64, "base64");
  if (step.text !== undefined) return step.text;
  if (step.encoding !== undefined && step.body !== undefined) return encoded(step.body, step.encoding);
  if (step.from === undefined) return step.body === undefined ? undefined : JSON.stringify(step.body);
  const earlier = bodies.get(step.from.step);
  const body = clone<Json>(isJsonObject(earlier) && earlier.kind !== "Status" ? earlier : (step.body ?? {}));
  if (isJsonObject(body) && isJsonObject(body.metadata)) delete body.metadata.managedFields;
  for (const edit of step.from.edits) applyEdit(body, clone(edit as unknown as Json) as never);
  return JSON.stringify(body);
}

function parsed({ headers, text, bytes }: Reply): Json | undefined {
  if (bytes !== undefined) return fromProtobuf(bytes);
  return String(headers["content-type"]).startsWith("application/json") ? jsonOf(text) : undefined;
}

function fromProtobuf(bytes: Uint8Array): Json {
  try {
    return decodeProtobuf(bytes);
  } catch (error) {
    return `protobuf that cannot be read: ${String(error)}`;
  }
}

/** The response to a delete has only the name. */
function learnSent(step: Step, body: Json | undefined, normaliser: Normaliser): void {
  const sent = step.body ?? jsonOf(step.text ?? "");
  const prefix = isJsonObject(sent) && isJsonObject(sent.metadata) ? sent.metadata.generateName : undefined;
  const name = isJsonObject(body) && isJsonObject(body.details) ? body.details.name : undefined;
  if (typeof prefix === "string" && typeof name === "string") normaliser.learnGenerated(prefix, name);
}

function jsonOf(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** Objects without a namespace, or objects that use a limited resource. */
const REMOVED = /\/services$|^(?!.*\/namespaces\/[^/]+\/)/;

function noteMade(step: Step, reply: Reply, body: Json | undefined, made: string[]): void {
  if (reply.status !== 201 || step.query?.some(([name]) => name === "dryRun")) return;
  const name = isJsonObject(body) && isJsonObject(body.metadata) ? body.metadata.name : undefined;
  if (typeof name !== "string") return;
  if (step.method === "POST" && REMOVED.test(step.path)) made.push(`${step.path}/${name}`);
  if (step.method !== "POST") made.push(step.path);
}

async function cleanUp(paths: readonly string[], connection: Connection): Promise<void> {
  for (const path of paths) {
    const remove = (): Promise<Reply> =>
      connection.send(administrator("DELETE", path, { gracePeriodSeconds: 0 }));
    const { status, text } = await remove();
    if (status === 200 && text.includes('"deletionTimestamp"')) {
      const free = { metadata: { finalizers: null } };
      await connection.send(administrator("PATCH", path, free, "application/merge-patch+json"));
    }
  }
}

const administrator = (method: string, path: string, body: Json, type = "application/json"): Outgoing => ({
  method,
  path,
  headers: { authorization: `Bearer ${TOKEN}`, "content-type": type },
  body: JSON.stringify(body),
});
