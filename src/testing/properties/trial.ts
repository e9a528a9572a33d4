import type { FailureClass } from "../../admission/verdict.ts";
import type { JsonObject } from "../../api/json.ts";
import type { KubeObject } from "../../api/meta.ts";
import { clone } from "../../json/object.ts";
import type { JsonPatchOperation } from "../../json/patch/operation.ts";
import type { Webhook } from "../../webhook/define.ts";
import { createCluster, type TestCluster } from "../create-cluster.ts";
import { loadManifests, type Manifest } from "../load-manifests.ts";
import { configurationOf } from "../registration.ts";
import type { Result } from "../result.ts";
import { answererOf, type WebhookSource } from "../webhook-sources.ts";
import type { Sample } from "./sample.ts";

/** One webhook of a set that is tried. */
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

export interface CallFailure {
  readonly reason: string;
  /** It did answer, but not in a way that the server can use. */
  readonly isAnswer: boolean;
}

/** What came of a trial: the object without what differs from run to run. */
export interface Outcome {
  readonly allowed: boolean;
  readonly object: Sample | undefined;
  readonly message: string;
  /** Names of the webhooks that were asked. */
  readonly asked: readonly string[];
  /** Why webhooks did not do their part, by their names. */
  readonly failures: ReadonlyMap<string, CallFailure>;
  /** What a webhook did to the object. */
  patchOf(hook: TriedHook): readonly JsonPatchOperation[];
}

export interface HowToRun {
  /** What the webhooks are told. Nothing is ever stored. */
  readonly dryRun?: boolean;
  /** All are asked again when others changed the object after them, whatever they are registered with. */
  readonly reinvoke?: boolean;
}

/** Tries webhooks of a set on requests: some of them, in any order. */
export interface Trial {
  /** In the order in which they are asked. */
  readonly hooks: readonly TriedHook[];
  run(hooks: readonly TriedHook[], object: Sample, how?: HowToRun): Promise<Outcome>;
  /** Both webhooks, in the order that is given and in the other one. Begins with the order that is registered already. */
  inBothOrders(pair: readonly [TriedHook, TriedHook], object: Sample): Promise<readonly [Outcome, Outcome]>;
  /** One webhook alone, as `run`; the same object is not tried twice. */
  alone(hook: TriedHook, object: Sample): Promise<Outcome>;
  close(): Promise<void>;
}

/** `careful`: webhooks with side effects outside of dry runs hear of dry runs only. */
export async function createTrial(
  { manifests = [], webhooks, services }: TrialOptions,
  { careful = false }: { readonly careful?: boolean } = {},
): Promise<Trial> {
  const loaded = (await loadManifests(manifests)).map(({ object }) => object);
  const isList = Array.isArray(webhooks) as boolean;
  const own = isList ? (webhooks as readonly Webhook[]).flatMap((one) => configurationOf(one) ?? []) : [];
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
    return outcomeOf(await cluster.create(clone(object) as Sample, { dryRun: true }));
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
    object: allowed ? (comparable(result.object) as Sample) : undefined,
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
    .sort((a, b) => ((a.metadata.name ?? "") < (b.metadata.name ?? "") ? -1 : 1))
    .flatMap(({ kind, webhooks }) =>
      (webhooks as JsonObject[]).map((entry) => ({
        name: String(entry.name),
        phase: kind === "MutatingWebhookConfiguration" ? ("mutating" as const) : ("validating" as const),
        entry,
      })),
    );
}

function sourceOf({ name }: TriedHook, webhooks: TrialOptions["webhooks"]): WebhookSource {
  if (!Array.isArray(webhooks))
    return (webhooks as Readonly<Record<string, WebhookSource>>)[name] ?? "network";
  return (webhooks as readonly Webhook[]).find(({ registration }) => registration.name === name) ?? "network";
}

/** The server only ever makes dry runs here; whether the webhook hears of it is another matter. */
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

/** Registers just these webhooks, in two configurations. It writes only those that change: writes take most of a trial's time. */
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
          : await cluster.update({
              ...object,
              metadata: { name: "trial", resourceVersion: before.version },
            });
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

/** Without what the server says of itself. */
function comparable(object: KubeObject): KubeObject {
  const metadata = Object.fromEntries(
    Object.entries(object.metadata).filter(([field]) => !OWN.includes(field)),
  );
  return { ...object, metadata };
}
