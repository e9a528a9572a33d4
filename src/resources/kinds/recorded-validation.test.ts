import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { sharedFile } from "../../../test/tools/shared-folder.tool.ts";
import type { KubeObject } from "../../api/meta.ts";
import type { FieldError } from "../../api/validation/field-error.ts";
import { clone } from "../../json/object.ts";
import { isJsonObject, type Json, type JsonObject } from "../../json/value.ts";
import { createRegistry, type FoundKind } from "../registry.ts";
import type { ResourceDefinition } from "../resource-definition.ts";
import type { Strategy, WriteContext } from "../strategy.ts";
import { prepareAndValidateNow, type Writing } from "../write.ts";
import { builtinResources } from "./index.ts";

interface Step {
  readonly name?: string;
  readonly silent?: boolean;
  readonly request: {
    readonly method?: string;
    readonly path?: string;
    readonly query?: object;
    readonly body?: Json;
    readonly from?: string;
    readonly remove?: readonly string[];
    readonly set?: Readonly<Record<string, Json>>;
  };
}
interface Recorded {
  readonly step: string;
  readonly status: number;
  readonly body?: { readonly details?: { readonly kind?: string; readonly causes?: readonly FieldError[] } };
}

/** Groups whose strategies are tested here; the core group has tests of its own. */
const GROUPS = new Set([
  "admissionregistration.k8s.io",
  "apiregistration.k8s.io",
  "apps",
  "autoscaling",
  "batch",
  "certificates.k8s.io",
  "coordination.k8s.io",
  "discovery.k8s.io",
  "events.k8s.io",
  "flowcontrol.apiserver.k8s.io",
  "networking.k8s.io",
  "node.k8s.io",
  "policy",
  "rbac.authorization.k8s.io",
  "resource.k8s.io",
  "scheduling.k8s.io",
  "storage.k8s.io",
]);
/** Recordings of all requests, and recordings of admission. */
const CORPORA = [
  { name: "golden-api", topics: ["validation", "defaults", "subresources"] },
  { name: "golden", topics: ["validation", "registration", "validating-policies", "mutating-policies"] },
].flatMap(({ name, topics }) => {
  const scenarios = sharedFile(`${name}/scenarios`);
  const recordings = sharedFile(`${name}/recorded/1.37`);
  return scenarios === undefined || recordings === undefined ? [] : [{ topics, scenarios, recordings }];
});
const UID = "00000000-0000-4000-8000-000000000001";
const NOW = Date.parse("2026-08-01T00:00:00Z");

const registry = createRegistry(builtinResources({ v1beta1Registration: false }));
const score = { agreed: 0, all: 0 };

describe.skipIf(CORPORA.length === 0)(
  "strategies answer as the reference was recorded (skipped when ../shared is not there)",
  () => {
    for (const { topics, scenarios, recordings } of CORPORA) {
      for (const topic of topics) {
        for (const file of readdirSync(join(recordings, topic))) {
          const play = new Play(read(join(scenarios, topic, file)), read(join(recordings, topic, file)));
          if (play.concerned) it(`${topic}/${file}`, () => expect(play.run()).toEqual([]));
        }
      }
    }
    afterAll(() => console.log(`validation agrees in ${score.agreed} of ${score.all} recorded steps`));
  },
);

function read<T>(path: string): T {
  return JSON.parse(readFileSync(path, "utf8")) as T;
}

/** One scenario without a server: bodies are decoded, defaulted, prepared, validated and kept. */
class Play {
  readonly #id: string;
  readonly #steps: readonly Step[];
  readonly #recorded: readonly Recorded[];
  readonly #answers = new Map<string, KubeObject>();
  readonly #stored = new Map<string, KubeObject>();

  constructor(scenario: { id: string; steps: readonly Step[] }, recording: { steps: readonly Recorded[] }) {
    this.#id = scenario.id;
    this.#steps = scenario.steps;
    this.#recorded = recording.steps;
  }

  get concerned(): boolean {
    return this.#steps.some(({ request }) => {
      const place = parsePath(request.path ?? "");
      return place !== undefined && GROUPS.has(place.found.resource.group);
    });
  }

  run(): string[] {
    const differences: string[] = [];
    let next = 0;
    for (const step of this.#steps) {
      const recorded = step.silent ? undefined : this.#recorded[next++];
      const errors = this.#perform(step);
      if (errors === undefined || recorded === undefined) continue;
      const wanted = expectedCauses(recorded);
      if (wanted === undefined) continue;
      score.all++;
      const [expected, found] = [wanted.map(this.#printed).sort(), errors.map(this.#printed).sort()];
      if (JSON.stringify(expected) === JSON.stringify(found)) score.agreed++;
      else
        differences.push(`${recorded.step}: expected ${expected.join(" | ")} but found ${found.join(" | ")}`);
    }
    return differences;
  }

  readonly #printed = ({ field, reason, message }: FieldError): string =>
    `${field}: ${message} <${reason}>`
      .replace(/\{uuid\}|\{uid:[^}]*\}/g, UID)
      .replaceAll("{created}", "2026-08-01T00:00:00Z")
      .replaceAll("{generated}", "xxxxx")
      .replace(/\{x\*(\d+)\}/g, (_all, count: string) => "x".repeat(Number(count)));

  /**
   * Returns the errors of a create or an update; undefined for other requests, and for requests that need a
   * server.
   */
  #perform({ name, request }: Step): readonly FieldError[] | undefined {
    const place = parsePath(this.#fill(request.path ?? ""));
    const body = this.#body(request);
    if (place === undefined || !isJsonObject(body) || request.query !== undefined) return undefined;
    const object = decoded(place.found, body, place.namespace);
    if (object === undefined) return undefined;
    const result =
      request.method === "POST" ? this.#create(place, object) : this.#update(place, object, request);
    if (result?.length === 0 && name !== undefined) {
      this.#answers.set(name, place.found.kind.fromHub(clone(object) as KubeObject));
    }
    return result;
  }

  #create(place: Place, object: KubeObject): readonly FieldError[] | undefined {
    if (place.name !== "") return undefined;
    const { resource } = place.found;
    const { strategy } = resource;
    const { metadata } = object;
    if ((metadata.name ?? "") === "" && metadata.generateName)
      metadata.name = `${metadata.generateName}xxxxx`;
    Object.assign(metadata, { uid: UID, creationTimestamp: "2026-08-01T00:00:00Z" });
    const errors = prepareAndValidateNow(writing(resource, strategy, context("")), object);
    const key = `${resource.plural}/${metadata.name}`;
    if (errors.length === 0 && !this.#stored.has(key)) this.#stored.set(key, object);
    return errors;
  }

  #update(place: Place, object: KubeObject, request: Step["request"]): readonly FieldError[] | undefined {
    const { resource } = place.found;
    const key = `${resource.plural}/${place.name}`;
    const old = this.#stored.get(key);
    if (request.method !== "PUT" || old === undefined || place.name === "") return undefined;
    const own =
      place.subresource === "" ? resource.strategy : resource.subresources.get(place.subresource)?.strategy;
    if (own === undefined) return undefined;
    const errors = prepareAndValidateNow(writing(resource, own, context(place.subresource), old), object);
    if (errors.length === 0) this.#stored.set(key, object);
    return errors;
  }

  #body({ body, from, remove = [], set = {} }: Step["request"]): Json | undefined {
    if (from === undefined)
      return body === undefined ? undefined : (JSON.parse(this.#fill(JSON.stringify(body))) as Json);
    const answer = this.#answers.get(from);
    if (answer === undefined) return undefined;
    const object = clone(answer);
    delete object.metadata.managedFields;
    for (const pointer of remove) setAt(object, pointer, undefined);
    for (const [pointer, value] of Object.entries(set)) {
      setAt(object, pointer, JSON.parse(this.#fill(JSON.stringify(value))) as Json);
    }
    return object;
  }

  #fill(text: string): string {
    return text
      .replaceAll("{{ns}}", `g-${this.#id}`)
      .replaceAll("{{id}}", this.#id)
      .replaceAll("{{rv}}", "1")
      .replaceAll("{{base}}", "https://127.0.0.1:9443/hooks")
      .replaceAll("{{port}}", "9443")
      .replace(/"\{\{num:port\}\}"/g, "9443")
      .replace(/\{\{(caBundle|otherCA)\}\}/g, "Y2E=")
      .replace(/\{\{(.)\*(\d+)\}\}/g, (_all, c: string, count: string) => c.repeat(Number(count)));
  }
}

const writing = (
  resource: ResourceDefinition,
  strategy: Strategy,
  context: WriteContext,
  old?: KubeObject,
): Writing => ({ resource, strategy, context, old, checksMeta: true, pause: undefined });

/** Returns the recorded causes; undefined if the recording is not about validation. */
function expectedCauses({ status, body }: Recorded): readonly FieldError[] | undefined {
  if (status === 200 || status === 201) return [];
  const { kind = "", causes } = body?.details ?? {};
  if (status !== 422 || causes === undefined || !/^[A-Z]/.test(kind)) return undefined;
  return causes.some(isAboutExpression) ? undefined : causes;
}

/** True for errors that only a compiler of expressions finds; strategies have none here. */
const isAboutExpression = ({ message }: FieldError): boolean =>
  message.includes("compilation failed: ") || message.includes(": must evaluate to ");

interface Place {
  readonly found: FoundKind;
  readonly namespace: string;
  readonly name: string;
  readonly subresource: string;
}

function parsePath(path: string): Place | undefined {
  const match =
    /^\/(?:api|apis\/([^/]+))\/([^/]+)(?:\/namespaces\/([^/]+))?\/([^/]+)(?:\/([^/]+))?(?:\/([^/]+))?$/.exec(
      path,
    );
  if (match === null) return undefined;
  const [, group = "", version = "", namespace = "", plural = "", name = "", subresource = ""] = match;
  const found = registry.find(group, version, plural);
  return found === undefined ? undefined : { found, namespace, name, subresource };
}

/** Returns the body in the hub version; undefined if it is not an object of its kind. */
function decoded({ resource, kind }: FoundKind, body: JsonObject, namespace: string): KubeObject | undefined {
  let object: KubeObject;
  try {
    object = kind.decode(clone(body));
  } catch {
    return undefined;
  }
  if (resource.namespaced) object.metadata.namespace = namespace;
  else delete object.metadata.namespace;
  kind.applyDefaults(object);
  return kind.toHub(object);
}

const context = (subresource: string): WriteContext => ({
  user: { username: "admin", groups: ["system:masters"] },
  now: NOW,
  subresource,
  newUid: () => UID,
  warn: () => {},
});

function setAt(document: Json, pointer: string, value: Json | undefined): void {
  const keys = pointer
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
  const last = keys.pop() ?? "";
  let place = document as JsonObject;
  for (const key of keys) {
    place[key] ??= {};
    place = place[key] as JsonObject;
  }
  if (Array.isArray(place)) {
    if (value === undefined) place.splice(Number(last), 1);
    else if (last === "-") place.push(value);
    else place[Number(last)] = value;
  } else if (value === undefined) delete place[last];
  else place[last] = value;
}
