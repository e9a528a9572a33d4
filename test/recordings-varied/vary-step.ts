import { clone } from "../../src/json/object.ts";
import { isJsonObject, record } from "../../src/json/value.ts";
import type { Random } from "../../tools/differential/random.ts";
import type { Corpus, RecordedRequest, Scenario, Step } from "./corpus.ts";
import { ACCEPT, PARAMETERS, WRITE_PARAMETERS } from "./parameters.ts";
import { pointersOf, readsOf } from "./scene.ts";
import { varyHooks } from "./vary-answers.ts";
import { varyBody } from "./vary-body.ts";

/** A variant of a scenario: some steps are changed, left out or sent twice. Preparing steps are kept. */
export function varyScenario(scenario: Scenario, random: Random, corpus: Corpus): Scenario {
  const recorded = clone(scenario);
  const steps = recorded.steps.flatMap((step) => variantsOf(step, random, corpus));
  if (!isJsonObject(recorded.hooks)) return { ...recorded, steps };
  varyHooks(recorded.hooks, random, corpus, pointersOf(steps));
  return { ...recorded, steps: [...steps, ...readsOf(steps)] };
}

/** Maximum wait of a step: after changes of earlier steps, the expected response may never come. */
const LONGEST_MS = 3000;

function variantsOf(step: Step, random: Random, corpus: Corpus): Step[] {
  const chance = random.next();
  if (step.silent !== true) delete step.brief;
  if (step.until !== undefined)
    return [{ ...step, untilMs: Math.min(Number(step.untilMs ?? LONGEST_MS), LONGEST_MS) }];
  if (step.silent === true || step.request === undefined || step.watch !== undefined) return [step];
  if (isRegistration(step.request)) return [chance < 0.6 ? tried(step, random, corpus) : step];
  if (chance < 0.04) return [];
  if (chance < 0.08) return [step, { ...clone(step), name: `${step.name} again` }];
  if (chance < 0.6) random.pick(CHANGES)(step.request, random, corpus, step);
  return [step];
}

const isRegistration = ({ path }: RecordedRequest): boolean =>
  path.includes("/admissionregistration.k8s.io/");

/**
 * A changed webhook or policy may match every request, even those with which replay.mjs detects that changes are in
 * effect.
 */
function tried(step: Step, random: Random, corpus: Corpus): Step {
  const { request } = step;
  if (request === undefined) return step;
  random.pick(CHANGES)(request, random, corpus, step);
  if (request.method !== "GET") request.query = { ...record(request.query), dryRun: "All" };
  return step;
}

type Change = (request: RecordedRequest, random: Random, corpus: Corpus, step: Step) => void;

const body: Change = (request, random, corpus, step) => {
  if (typeof request.body !== "object" || request.body === null)
    return parameter(request, random, corpus, step);
  varyBody(request.body, random, corpus);
  if (random.chance(0.3)) varyBody(request.body, random, corpus);
};

const parameter: Change = (request, random) => {
  const [name, value] = random.pick(PARAMETERS[request.method] ?? WRITE_PARAMETERS);
  request.query = { ...record(request.query), [name]: value };
};

const accept: Change = (request, random) => {
  request.headers = { ...record(request.headers), accept: random.pick(ACCEPT) };
};

/** The recordings of admission have the user outside of the request. */
const user: Change = (request, random, _, step) => {
  request.as ??= random.pick(["jane", "system:serviceaccount:{{ns}}:default"]);
  step.as ??= { user: "jane", groups: ["system:masters", "system:authenticated"], extra: { scopes: ["a"] } };
};

const path: Change = (request, random) => {
  request.path += random.pick(["/status", "/scale", "x", "/"]);
};

/** The same body in another type of write. */
const sort: Change = (request, random) => {
  const { method, body } = request;
  if (method === "PATCH" && typeof request.patch === "string") request.patch = random.pick(PATCHES);
  else if (method === "PUT" && isJsonObject(body))
    asPatch(request, random.pick(["merge", "strategic", "apply"]));
  else if (method === "POST" && isJsonObject(body) && !request.path.includes("reviews")) {
    const { name } = record(body.metadata);
    if (typeof name !== "string") return;
    request.path += `/${name}`;
    asPatch(request, "apply");
  }
};

function asPatch(request: RecordedRequest, patch: string): void {
  request.method = "PATCH";
  request.patch = patch;
  if (patch === "apply") request.query = { ...record(request.query), fieldManager: "varied" };
}

const CHANGES: readonly Change[] = [body, body, body, body, body, parameter, accept, user, path, sort];
const PATCHES = ["json", "merge", "strategic", "apply"];
