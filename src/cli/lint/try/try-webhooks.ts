import type { Manifest } from "../../../explain/offline/manifests.ts";
import type { ServiceOverrides } from "../../../http/webhook-client/service-resolver.ts";
import { isJsonObject, type JsonObject } from "../../../json/value.ts";
import type { WebhookEntry } from "../../../lint/model/configurations.ts";
import { Model } from "../../../lint/model/model.ts";
import { nameOf } from "../../../lint/model/names.ts";
import type { Tried } from "../../../lint/model/tried.ts";
import { type Samples, samplesFor } from "../../../lint/tried/samples.ts";
import { messageOf } from "../../../report/describe-error.ts";
import { checkTrial } from "../../../testing/properties/check-properties.ts";
import type { Sample } from "../../../testing/properties/sample.ts";
import { createTrial, type Outcome, type Trial, type TriedHook } from "../../../testing/properties/trial.ts";
import type { WebhookSource } from "../../../testing/webhook-sources.ts";
import { type OwnWebhooks, ownWebhooks } from "../../webhook/own-webhooks.ts";

interface TryOptions {
  readonly manifests: readonly Manifest[];
  /** Objects to try them with; empty: they are made from the rules. */
  readonly samples: readonly JsonObject[];
  /** A module with webhooks, which answer in this process. */
  readonly handlers: string | undefined;
  readonly services: ServiceOverrides;
}

/** Results of calling webhooks with samples. */
export interface TriedWebhooks {
  readonly tried: readonly Tried[];
  readonly notes: readonly string[];
  /** Configurations of webhooks of the module that the manifests do not have. */
  readonly manifests: readonly Manifest[];
}

/** Calls webhooks about the creation of samples, in a control plane of their own: no object is stored. */
export async function tryWebhooks(options: TryOptions): Promise<TriedWebhooks> {
  const { manifests, handlers, services } = options;
  const own = handlers === undefined ? undefined : await ownWebhooks(handlers, manifests);
  const added = own?.manifests ?? [];
  const model = new Model([...manifests, ...added], { now: 0 });
  const reached = reachable(model, own, services);
  const left = model.webhooks.filter((one) => !reached.includes(one)).map(untried);
  if (reached.length === 0) return { tried: [], notes: left, manifests: added };
  const { tried, notes } = await tryReached(model, reached, { ...options, own });
  return { tried, notes: [...left, ...notes], manifests: added };
}

type Reached = TryOptions & { readonly own: OwnWebhooks | undefined };

/** Those with a handler, a URL, or a Service whose address was given. */
function reachable(model: Model, own: OwnWebhooks | undefined, services: ServiceOverrides): WebhookEntry[] {
  const seen = new Set<string>();
  return model.webhooks.filter(({ name, phase, hook }) => {
    const { url, service } = hook.target.clientConfig;
    const isPlaced = service !== undefined && services.has(`${service.namespace}/${service.name}`);
    const isReached = own?.handlers.has(name) || url !== undefined || isPlaced;
    // Webhooks that may have side effects in dry runs are left out: the server refuses dry runs for them, and
    // they must get no other requests.
    const isSafe = ["None", "NoneOnDryRun"].includes(hook.sideEffects ?? "");
    const key = `${phase} ${name}`;
    if (!isReached || !isSafe || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function untried({ name, hook }: WebhookEntry): string {
  const { service } = hook.target.clientConfig;
  if (!["None", "NoneOnDryRun"].includes(hook.sideEffects ?? ""))
    return `${name} was not tried: sideEffects is ${hook.sideEffects ?? "not set"}`;
  return service === undefined
    ? `${name} was not tried: another webhook has this name`
    : `${name} was not tried: its Service has no address here; use --service ${service.namespace}/${service.name}=HOST:PORT, or --handlers MODULE`;
}

async function tryReached(
  model: Model,
  reached: readonly WebhookEntry[],
  { samples: given, own, services }: Reached,
): Promise<Pick<TriedWebhooks, "tried" | "notes">> {
  const samples = given.length > 0 ? givenSamples(given) : samplesFor(model, reached);
  const sources = reached.map(({ name }): [string, WebhookSource] => [name, sourceOf(name, own)]);
  const trial = await createTrial(
    {
      manifests: [
        ...definitionsOf(model),
        ...namespacesOf(model, samples),
        ...reached.map(configurationOf),
      ] as Sample[],
      webhooks: Object.fromEntries(sources),
      services: Object.fromEntries(services),
    },
    { careful: true },
  ).catch((error: unknown) => messageOf(error));
  if (typeof trial === "string") return { tried: [], notes: [`no webhook was tried: ${trial}`] };
  try {
    return await runTrial(trial, samples);
  } finally {
    await trial.close();
  }
}

async function runTrial(trial: Trial, { objects }: Samples): Promise<Pick<TriedWebhooks, "tried" | "notes">> {
  const first = await firstAnswers(trial, objects as readonly Sample[]);
  const violations = await checkTrial({ ...trial, hooks: first.answering }, { requests: first.samples });
  const phases = new Map(trial.hooks.map(({ name, phase }) => [name, phase]));
  const writers = new Set(
    violations.flatMap(({ property, webhooks }) => (property === "writers" ? [webhooks.join()] : [])),
  );
  const tried = violations
    // An effect of the order is left out if it is reported with the field that both write.
    .filter(
      ({ property, webhooks }) =>
        !["order", "convergence"].includes(property) || !writers.has(webhooks.join()),
    )
    .map(
      ({ property, webhooks, message, request, field }): Tried => ({
        ...{ property, webhooks, message, sample: request },
        phase: property === "dryRun" ? (phases.get(webhooks[0] ?? "") ?? "mutating") : "mutating",
        ...(field && { field }),
      }),
    );
  return { tried: [...first.unusable, ...tried], notes: first.notes };
}

function sourceOf(name: string, own: OwnWebhooks | undefined): WebhookSource {
  const handler = own?.handlers.get(name);
  return handler === undefined ? "network" : { kind: "bytes", answer: (body) => handler(body) };
}

/** Each webhook in a configuration of its own, so that the order of names is kept. */
const configurationOf = ({ of, configuration, base }: WebhookEntry): JsonObject => {
  const [, index] = base;
  const list = of.object.webhooks;
  const entry = Array.isArray(list) ? (list[Number(index)] ?? {}) : {};
  return {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: String(of.object.kind),
    metadata: { name: configuration },
    webhooks: [entry],
  };
};

const definitionsOf = (model: Model): JsonObject[] =>
  model
    .of("CustomResourceDefinition")
    .map(({ object }) => object)
    .filter(({ apiVersion }) => apiVersion === "apiextensions.k8s.io/v1");

function namespacesOf(model: Model, { namespaces, objects }: Samples): JsonObject[] {
  const wanted = new Map<string, JsonObject>(
    objects.flatMap(({ metadata }) =>
      isJsonObject(metadata) && typeof metadata.namespace === "string" ? [[metadata.namespace, {}]] : [],
    ),
  );
  for (const [name, labels] of namespaces) wanted.set(name, { ...labels });
  for (const one of model.of("Namespace")) {
    const { labels } = isJsonObject(one.object.metadata) ? one.object.metadata : {};
    const name = nameOf(one);
    if (wanted.has(name) && !namespaces.has(name)) wanted.set(name, isJsonObject(labels) ? labels : {});
  }
  return [...wanted].map(([name, labels]) => ({
    apiVersion: "v1",
    kind: "Namespace",
    metadata: { name, labels },
  }));
}

/** Returns the objects without the fields that a server has added, so that they can be created again. */
function givenSamples(given: readonly JsonObject[]): Samples {
  const objects = given.map(({ status: _status, metadata, ...object }) => {
    const {
      uid: _uid,
      resourceVersion: _version,
      managedFields: _fields,
      ...own
    } = isJsonObject(metadata) ? metadata : {};
    return { ...object, metadata: own };
  });
  return { objects, namespaces: new Map() };
}

interface FirstAnswers {
  /** Webhooks that were called about a sample, and answered each time. */
  readonly answering: readonly TriedHook[];
  /** Samples that the server accepts without webhooks. */
  readonly samples: readonly Sample[];
  readonly unusable: readonly Tried[];
  readonly notes: readonly string[];
}

/** Calls each webhook alone about each sample, to find those that answer. */
async function firstAnswers(trial: Trial, given: readonly Sample[]): Promise<FirstAnswers> {
  const notes: string[] = [];
  const samples: Sample[] = [];
  for (const sample of given) {
    const { allowed, message } = await trial.run([], sample);
    if (allowed) samples.push(sample);
    else notes.push(`a sample was left out (${sample.kind}), the server refuses it: ${message}`);
  }
  const answering: TriedHook[] = [];
  const unusable: Tried[] = [];
  for (const hook of trial.hooks) {
    const { asked, refusal, failure } = await answersOf(trial, hook, samples);
    if (failure?.isAnswer) unusable.push(unusableOf(hook, failure));
    else if (failure !== undefined) notes.push(`${hook.name} was not tried: ${failure.reason}`);
    else if (refusal !== undefined)
      notes.push(`${hook.name} was not tried: it refuses each sample: ${refusal}`);
    else if (asked) answering.push(hook);
    else
      notes.push(
        `${hook.name} was not tried: it is called for the creation of no sample (add samples with --samples FILE)`,
      );
  }
  return { answering, samples, unusable, notes };
}

interface Failure {
  readonly sample: Sample;
  readonly reason: string;
  /** It answered; the server has no use for the answer. */
  readonly isAnswer: boolean;
}

interface Answers {
  readonly asked: boolean;
  /** Message of the webhook if it allows no request. */
  readonly refusal?: string | undefined;
  readonly failure?: Failure;
}

async function answersOf(trial: Trial, hook: TriedHook, samples: readonly Sample[]): Promise<Answers> {
  const outcomes: Outcome[] = [];
  for (const sample of samples) {
    const outcome = await trial.alone(hook, sample);
    const failed = outcome.failures.get(hook.name);
    if (failed !== undefined) return { asked: true, failure: { ...failed, sample } };
    if (outcome.asked.includes(hook.name)) outcomes.push(outcome);
  }
  const isRefused = outcomes.every(({ allowed }) => !allowed);
  return { asked: outcomes.length > 0, refusal: isRefused ? outcomes[0]?.message : undefined };
}

const unusableOf = ({ name, phase }: TriedHook, { reason, sample }: Failure): Tried => ({
  property: "answer",
  webhooks: [name],
  phase,
  message: `the server cannot use its answer: ${reason}`,
  sample,
});
