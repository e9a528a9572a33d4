import { isJsonObject, record } from "../../src/api/json.ts";
import { clone } from "../../src/json/object.ts";
import type { Random } from "../differential/random.ts";
import type { Corpus, RecordedRequest, Scenario, Step } from "./corpus.ts";
import { varyBody } from "./vary-body.ts";

/** A scenario like another one: some steps are changed, left out or sent twice. What prepares others stays. */
export function varyScenario(scenario: Scenario, random: Random, corpus: Corpus): Scenario {
  const steps = clone(scenario.steps)
    .filter((step) => step.silent === true || step.until === undefined)
    .flatMap((step) => variantsOf(step, random, corpus));
  return { ...scenario, steps };
}

function variantsOf(step: Step, random: Random, corpus: Corpus): Step[] {
  const chance = random.next();
  if (step.silent === true || step.request === undefined || step.watch !== undefined) return [step];
  if (chance < 0.04) return [];
  if (chance < 0.08) return [step, { ...clone(step), name: `${step.name} again` }];
  if (chance < 0.6) random.pick(CHANGES)(step.request, random, corpus);
  return [step];
}

type Change = (request: RecordedRequest, random: Random, corpus: Corpus) => void;

const body: Change = (request, random, corpus) => {
  if (typeof request.body !== "object" || request.body === null) return parameter(request, random, corpus);
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

const user: Change = (request, random) => {
  request.as ??= random.pick(["jane", "system:serviceaccount:{{ns}}:default"]);
};

const path: Change = (request, random) => {
  request.path += random.pick(["/status", "/scale", "x", "/"]);
};

/** The same body as another sort of write. */
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
const TABLE = "application/json;as=Table;g=meta.k8s.io;v=v1";
const ACCEPT = [
  "application/yaml",
  TABLE,
  `${TABLE}, application/json`,
  "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1",
  "*/*;q=0.1, application/yaml",
  "application/json;q=0.2,application/yaml;q=0.9",
  "text/html",
];

type Parameters = readonly (readonly [string, string])[];
const WRITE_PARAMETERS: Parameters = [
  ["dryRun", "All"],
  ["dryRun", "x"],
  ["fieldValidation", "Strict"],
  ["fieldValidation", "Ignore"],
  ["fieldValidation", "x"],
  ["fieldManager", "varied"],
  ["fieldManager", "x".repeat(130)],
  ["force", "true"],
  ["pretty", "1"],
];
const PARAMETERS: Readonly<Record<string, Parameters>> = {
  GET: [
    ["limit", "2"],
    ["limit", "-1"],
    ["resourceVersion", "0"],
    ["resourceVersionMatch", "Exact"],
    ["labelSelector", "a in (b,c)"],
    ["labelSelector", "a=="],
    ["fieldSelector", "metadata.name=a"],
    ["fieldSelector", "spec.x=1"],
    ["timeoutSeconds", "x"],
  ],
  DELETE: [
    ["dryRun", "All"],
    ["gracePeriodSeconds", "-1"],
    ["propagationPolicy", "Orphan"],
    ["propagationPolicy", "x"],
    ["orphanDependents", "true"],
  ],
};
