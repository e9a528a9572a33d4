import type { FailureClass } from "../../admission/verdict.ts";
import type { KubeObject } from "../../api/meta.ts";
import { byName } from "../../api/object/kube-object.ts";
import { clone } from "../../json/object.ts";
import { type JsonObject, records } from "../../json/value.ts";
import type { JsonPatchOperation } from "../../patch/operation.ts";
import type { Webhook } from "../../webhook/define.ts";
import { createCluster } from "../create-cluster.ts";
import { loadManifests, type Manifest } from "../load-manifests.ts";
import { configurationOf } from "../registration.ts";
import type { Result } from "../result.ts";
import type { TestCluster } from "../test-cluster.ts";
import { answererOf, type WebhookSource } from "../webhook-sources.ts";
import { type Sample, samplesOf } from "./sample.ts";

/** A webhook of the checked set. */
export interface TriedHook {
  readonly name: string;
  readonly phase: "mutating" | "validating";
  /** Its entry in `.webhooks[]`. */
  readonly entry: JsonObject;
}

/** The webhooks to check, and the cluster in which they are called. */
export interface TrialOptions {
  readonly manifests?: readonly Manifest[];
  readonly webhooks: Readonly<Record<string, WebhookSource>> | readonly Webhook[];
  /** Addresses of services, `namespace/name` → `host:port`, for webhooks that are called over the network. */
  readonly services?: Readonly<Record<string, string>>;
}

interface CallFailure {
  readonly reason: string;
  /** True if the webhook responded, but the server could not use the response. */
  readonly isAnswer: boolean;
}

/** The result of a trial. The object has no fields that differ in each run. */
export interface Outcome {
  readonly allowed: boolean;
  readonly object: Sample | undefined;
  readonly message: string;
  /** Names of the called webhooks. */
  readonly asked: readonly string[];
  /** Failed calls by the names of webhooks. */
  readonly failures: ReadonlyMap<string, CallFailure>;
  /** Returns the changes of a webhook. */
  patchOf(hook: TriedHook): readonly JsonPatchOperation[];
}

interface HowToRun {
  /** The value of `dryRun` that the webhooks receive. Objects are never stored. */
  readonly dryRun?: boolean;
  /**
   * True if each webhook is called again after later changes of the object by others, regardless of its
   * registration.
   */
  readonly reinvoke?: boolean;
}

/** Calls webhooks of a set for requests: any subset, in any order. */
export interface Trial {
  /** In the order in which they are called. */
  readonly hooks: readonly TriedHook[];
  run(hooks: readonly TriedHook[], object: Sample, how?: HowToRun): Promise<Outcome>;
  /**
   * Runs both webhooks in the given order and in the reverse one. The order that is already registered runs
   * first.
   */
  inBothOrders(pair: readonly [TriedHook, TriedHook], object: Sample): Promise<readonly [Outcome, Outcome]>;
  /** Runs one webhook alone. The result for the same object is cached. */
  alone(hook: TriedHook, object: Sample): Promise<Outcome>;
  close(): Promise<void>;
}

/** Creates a trial. `careful`: webhooks with side effects outside of dry runs receive dry runs only. */
export async function createTrial(
  { manifests = [], webhooks, services }: TrialOptions,
  { careful = false }: { readonly careful?: boolean } = {},
): Promise<Trial> {
  const loaded = (await loadManifests(manifests)).map(({ object }) => object);
  const own = isList(webhooks) ? webhooks.flatMap((one) => configurationOf(one) ?? []) : [];
  const hooks = hooksOf([...loaded, ...own]);
  const told = { dryRun: false };
  const cluster = await createCluster({
    manifests: loaded.filter((object) => !isConfiguration(object)),
    ...(services && { services }),
    webhooks: Object.fromEntries(
      hooks.map((hook) => {
        const isTold = (): boolean => told.dryRun || (careful && hook.entry.sideEffects !== "None");
        return [hook.name, asTold(sourceOf(hook, webhooks), hook, isTold)];
      }),
    ),
  });
  const register = registrar(cluster);
  const known = new WeakMap<Sample, Map<TriedHook, Promise<Outcome>>>();
  let last: readonly TriedHook[] = [];
  const run: Trial["run"] = async (some, object, { dryRun = false, reinvoke = false } = {}) => {
    await register(some, reinvoke);
    last = some;
    told.dryRun = dryRun;
    return outcomeOf(await cluster.create(clone<Sample>(object), { dryRun: true }));
  };
  return {
    hooks,
    close: () => cluster.close(),
    run,
    async inBothOrders([a, b], object) {
      const isTurned = last[0] === b && last[1] === a;
      const first = await run(isTurned ? [b, a] : [a, b], object);
      const second = await run(isTurned ? [a, b] : [b, a], object);
      return isTurned ? [second, first] : [first, second];
    },
    alone(hook, object) {
      const ofObject = known.get(object) ?? new Map<TriedHook, Promise<Outcome>>();
      known.set(object, ofObject);
      const outcome = ofObject.get(hook) ?? run([hook], object);
      ofObject.set(hook, outcome);
      return outcome;
    },
  };
}

const ANSWERS: ReadonlySet<FailureClass> = new Set(["answer", "verification", "patch", "patch-type"]);

function outcomeOf(result: Result): Outcome {
  const { allowed, message, verdicts, webhooksCalled } = result;
  const failures = verdicts
    .flatMap(({ asked }) => asked)
    .flatMap(({ hook, call }): [string, CallFailure][] => {
      if (call?.outcome.kind !== "failed") return [];
      const { failure, reason, answered } = call.outcome;
      const isAnswer = ANSWERS.has(failure) || answered !== undefined;
      return [[hook.name, { reason, isAnswer }]];
    });
  return {
    allowed,
    object: allowed ? samplesOf([comparable(result.object)])[0] : undefined,
    message,
    asked: webhooksCalled,
    failures: new Map(failures),
    patchOf: ({ name }) => (webhooksCalled.includes(name) ? result.patchOf(name) : []),
  };
}

const isConfiguration = ({ kind = "" }: KubeObject): boolean => kind.endsWith("WebhookConfiguration");

function hooksOf(objects: readonly KubeObject[]): TriedHook[] {
  return objects
    .filter(isConfiguration)
    .sort(byName)
    .flatMap(({ kind, webhooks }) =>
      records(webhooks).map((entry) => ({
        name: String(entry.name),
        phase: kind === "MutatingWebhookConfiguration" ? ("mutating" as const) : ("validating" as const),
        entry,
      })),
    );
}

const isList = (webhooks: TrialOptions["webhooks"]): webhooks is readonly Webhook[] =>
  Array.isArray(webhooks);

function sourceOf({ name }: TriedHook, webhooks: TrialOptions["webhooks"]): WebhookSource {
  if (!isList(webhooks)) return webhooks[name] ?? "network";
  return webhooks.find(({ registration }) => registration.name === name) ?? "network";
}

/** Sets `dryRun` of the reviews. The server makes dry runs only, but the webhook can receive another value. */
function asTold(source: WebhookSource, { phase }: TriedHook, isDryRun: () => boolean): WebhookSource {
  const answer = answererOf(source, phase);
  return {
    kind: "bytes",
    answer: (body, pass) => {
      const review: { request: JsonObject } = JSON.parse(Buffer.from(body).toString());
      review.request.dryRun = isDryRun();
      return answer(Buffer.from(JSON.stringify(review)), pass);
    },
  };
}

/**
 * Returns a function that registers exactly these webhooks, in two configurations. It writes only
 * configurations that change: writes take most of a trial's time.
 */
function registrar(cluster: TestCluster): (hooks: readonly TriedHook[], reinvoke: boolean) => Promise<void> {
  const registered = new Map<TriedHook["phase"], { readonly wanted: string; readonly version: string }>();
  return async (hooks, reinvoke) => {
    for (const phase of ["mutating", "validating"] as const) {
      const own = hooks.filter((hook) => hook.phase === phase);
      const wanted = JSON.stringify([own.map(({ name }) => name), reinvoke && phase === "mutating"]);
      const before = registered.get(phase);
      if (before?.wanted === wanted || (before === undefined && own.length === 0)) continue;
      const object = configuration(phase, own, reinvoke);
      const result =
        before === undefined
          ? await cluster.create(object)
          : await cluster.update({ ...object, metadata: { name: "trial", resourceVersion: before.version } });
      if (!result.allowed) throw new Error(`the webhooks cannot be registered: ${result.message}`);
      registered.set(phase, { wanted, version: result.object.metadata.resourceVersion ?? "" });
    }
  };
}

function configuration(phase: TriedHook["phase"], hooks: readonly TriedHook[], reinvoke: boolean): Sample {
  const again = reinvoke && phase === "mutating" ? { reinvocationPolicy: "IfNeeded" } : {};
  return {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: phase === "mutating" ? "MutatingWebhookConfiguration" : "ValidatingWebhookConfiguration",
    metadata: { name: "trial" },
    webhooks: hooks.map(({ entry }) => ({ ...entry, ...again, sideEffects: "None" })),
  };
}

const OWN = ["uid", "resourceVersion", "generation", "creationTimestamp", "managedFields"];

/** Removes the fields that the server sets itself. */
function comparable(object: KubeObject): KubeObject {
  const metadata = Object.fromEntries(
    Object.entries(object.metadata).filter(([field]) => !OWN.includes(field)),
  );
  return { ...object, metadata };
}
