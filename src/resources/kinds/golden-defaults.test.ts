import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { withoutPlaceholders } from "../../../test/tools/golden-placeholders.tool.ts";
import { sharedFile } from "../../../test/tools/shared-folder.tool.ts";
import type { KubeObject } from "../../api/meta.ts";
import { equal } from "../../json/equal.ts";
import { clone } from "../../json/object.ts";
import { isJsonObject, type Json, type JsonObject } from "../../json/value.ts";
import { dropEmptyLists } from "../machine/empty-lists.ts";
import { createRegistry, type FoundKind } from "../registry.ts";
import { readNew } from "../write.ts";
import { builtinResources } from "./index.ts";

const registry = createRegistry(builtinResources({ v1beta1Registration: true }));
const recorded = sharedFile("golden-api/recorded/1.37");
const scenarios = sharedFile("golden-api/scenarios");

interface Step {
  readonly name: string;
  readonly request: { readonly method: string; readonly path: string; readonly body?: Json };
}
interface Answer {
  readonly step: string;
  readonly status: number;
  readonly body?: Json;
}

const read = (...path: string[]): JsonObject => JSON.parse(readFileSync(join(...path), "utf8")) as JsonObject;

/** Returns the differences of two values: paths, each with both values. */
function differences(ours: Json | undefined, theirs: Json | undefined, at = ""): string[] {
  if (isJsonObject(ours) && isJsonObject(theirs)) {
    const keys = new Set([...Object.keys(ours), ...Object.keys(theirs)]);
    return [...keys].flatMap((key) => differences(ours[key], theirs[key], `${at}/${key}`));
  }
  if (Array.isArray(ours) && Array.isArray(theirs) && ours.length === theirs.length) {
    return ours.flatMap((item, i) => differences(item, theirs[i], `${at}/${i}`));
  }
  if (equal(ours, theirs)) return [];
  return [`${at}: ${JSON.stringify(ours)} instead of ${JSON.stringify(theirs)}`];
}

function kindAt(path: string): FoundKind | undefined {
  const match = /^\/(?:api\/(v1)|apis\/([^/]+)\/([^/]+))\/(?:namespaces\/[^/]+\/)?([^/]+)$/.exec(path);
  if (match === null) return undefined;
  return registry.find(match[2] ?? "", match[1] ?? match[3] ?? "", match[4] ?? "");
}

/** Fields that the server, strategies or admission set. */
const SERVER_SET =
  /^\/metadata\/(uid|resourceVersion|generation|creationTimestamp|managedFields|namespace|name|finalizers)/;
const STRATEGY_SET: readonly RegExp[] = [
  /\{(clusterIP|nodePort|time|uid|created)/,
  /^\/spec\/(clusterIPs?|ipFamil|nodePort|ports\/\d+\/nodePort|healthCheckNodePort)/,
  /^\/spec\/(tolerations|priority|preemptionPolicy|serviceAccount|volumes\/\d|containers\/\d+\/volumeMounts)/,
  /^\/(spec\/selector|spec\/template\/metadata\/labels).*(controller-uid|job-name)/,
  /deprecated.daemonset.template.generation|kubernetes.io\/pvc-protection/,
  /^\/status/,
  /^\/spec\/taints/,
];

function createdObject({ kind, resource }: FoundKind, body: JsonObject): KubeObject {
  const hub = readNew(kind, clone(body));
  resource.strategy.prepareForCreate?.(hub, {
    user: { username: "golden", groups: [] },
    now: 0,
    subresource: "",
    newUid: () => "{uid}",
    warn: () => {},
  });
  dropEmptyLists(resource, hub);
  return kind.fromHub(hub);
}

describe.skipIf(recorded === undefined || scenarios === undefined)("decode and defaults", () => {
  it("make of every recorded body what the reference stored", () => {
    const wrong: string[] = [];
    let right = 0;
    for (const { id, step, answer } of createSteps("defaults")) {
      const found = kindAt(step.request.path);
      if (found === undefined || !isJsonObject(step.request.body) || !isJsonObject(answer.body)) continue;
      const text = JSON.stringify(step.request.body).replaceAll("{{ns}}", `g-${id}`).replaceAll("{{id}}", id);
      const object = createdObject(found, JSON.parse(text) as JsonObject);
      const left = differences(object, answer.body).filter(
        (line) => !SERVER_SET.test(line) && !STRATEGY_SET.some((pattern) => pattern.test(line)),
      );
      if (left.length === 0) right++;
      else wrong.push(`${id} ${step.name}: ${left.join("; ")}`);
    }
    expect(wrong).toEqual([]);
    expect(right).toBeGreaterThan(100);
  });

  it("leave every recorded answer as it is", () => {
    const wrong: string[] = [];
    let right = 0;
    for (const topic of [
      "defaults",
      "tables",
      "patch",
      "apply",
      "subresources",
      "services",
      "validation",
      "read",
    ]) {
      for (const { id, name, body } of answeredObjects(topic)) {
        const found = kindOf(body);
        if (found === undefined) continue;
        const object = found.kind.decode(withoutPlaceholders(body));
        found.kind.applyDefaults(object);
        const left = differences(object, withoutPlaceholders(body));
        if (left.length === 0) right++;
        else wrong.push(`${id} ${name}: ${left.join("; ")}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(right).toBeGreaterThan(500);
  });
});

function* createSteps(topic: string): Generator<{ id: string; step: Step; answer: Answer }> {
  for (const file of readdirSync(join(scenarios ?? "", topic))) {
    const id = file.replace(".json", "");
    const steps = read(scenarios ?? "", topic, file).steps as unknown as Step[];
    const answers = read(recorded ?? "", topic, file).steps as unknown as Answer[];
    for (const step of steps) {
      const answer = answers.find(({ step: name }) => name === step.name);
      if (answer?.status === 201 && step.request.method === "POST") yield { id, step, answer };
    }
  }
}

function* answeredObjects(topic: string): Generator<{ id: string; name: string; body: JsonObject }> {
  for (const file of readdirSync(join(recorded ?? "", topic))) {
    for (const answer of read(recorded ?? "", topic, file).steps as unknown as Answer[]) {
      if (answer.status < 300 && isJsonObject(answer.body)) {
        yield { id: file.replace(".json", ""), name: answer.step, body: answer.body };
      }
    }
  }
}

function kindOf(body: JsonObject): FoundKind | undefined {
  const apiVersion = String(body.apiVersion);
  const slash = apiVersion.indexOf("/");
  return registry.findKind(
    slash < 0 ? "" : apiVersion.slice(0, slash),
    apiVersion.slice(slash + 1),
    String(body.kind),
  );
}
