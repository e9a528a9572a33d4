import type { JsonObject } from "../../../src/json/value.ts";
import { messageType } from "../../../src/types/protobuf/message-types.ts";
import { changeStep, createStep } from "../areas/kinds.ts";
import type { HeaderValue, Step } from "../case.ts";
import { objectPath, type Play } from "../kinds/play.ts";
import { collectionOf } from "../kinds/resources.ts";
import { isOnlyTried } from "../kinds/tame.ts";
import { USER } from "./scene.ts";

/** Admission requests for one object: it is created, changed, connected to, deleted, listed. */
export function requestSteps(play: Play): Step[] {
  const { random, resource } = play;
  const isTried = isOnlyTried(resource) || resource.verbs?.includes("update") === false;
  const create = dressed(play, createStep(play, "create", isTried ? 2 : 1));
  if (isTried) return [create, dressed(play, createStep(play, "again", 2))];
  const steps = [create];
  for (let i = random.int(2, 5); i > 0; i--) steps.push(...oneOf(play, `step ${i}`));
  const stored: Step = { name: "stored", method: "GET", path: objectPath(play) };
  return [...steps, stored];
}

function oneOf(play: Play, name: string): Step[] {
  const { random, resource } = play;
  const turn = random.next();
  const connects = resource.subresources.filter(({ style }) => style === "connect");
  if (turn < 0.12 && connects.length > 0) return [connectStep(play, name, random.pick(connects).name)];
  if (turn < 0.2) return [collectionStep(play, name)];
  return changeStep(play, name).map((step) => dressed(play, step));
}

function connectStep(play: Play, name: string, sub: string): Step {
  const { random } = play;
  const query = random.pick<[string, string][]>([
    [],
    [["command", "ls"]],
    [["path", "a"]],
    [["tty", "true"]],
  ]);
  const path = `${objectPath(play)}/${sub}${sub === "proxy" ? random.pick(["", "/a/b"]) : ""}`;
  return dressed(play, { name, method: random.pick(["GET", "POST", "PUT", "DELETE"]), path, query });
}

function collectionStep(play: Play, name: string): Step {
  const { random, resource } = play;
  const body = random.pick<JsonObject>([
    {},
    { dryRun: ["All"] },
    { gracePeriodSeconds: 0 },
    { propagationPolicy: "Orphan" },
    { propagationPolicy: "Foreground", gracePeriodSeconds: 3 },
  ]);
  // Objects of no namespace belong to others too.
  const query: [string, string][] = resource.namespaced
    ? []
    : [["fieldSelector", `metadata.name=${objectPath(play).split("/").at(-1)}`]];
  return dressed(play, { name, method: "DELETE", path: collectionOf(resource), query, body });
}

const ACCEPTS = [
  "application/vnd.kubernetes.protobuf",
  "application/json;as=Table;v=v1;g=meta.k8s.io",
  "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io",
];

/** The request with another user, format or accepted type. */
function dressed({ random, resource }: Play, step: Step): Step {
  const headers: Record<string, HeaderValue> = { ...step.headers };
  if (random.chance(0.25)) {
    headers["impersonate-user"] = USER;
    if (random.chance(0.85)) headers["impersonate-group"] = "system:masters";
    if (random.chance(0.4)) headers["impersonate-uid"] = "uid-1";
    if (random.chance(0.4)) headers["impersonate-extra-scopes"] = "a b";
    if (random.chance(0.3)) headers["impersonate-extra-example.com%2fkey"] = "ü";
  }
  if (random.chance(0.1)) headers.accept = random.pick(ACCEPTS);
  if (random.chance(0.1))
    headers["user-agent"] = random.pick(["kubectl/v1.36.0 (linux/amd64)", "", "a/b/c", "x y"]);
  const made = { ...step, headers };
  if (step.body === undefined || step.from !== undefined || headers["content-type"] !== undefined)
    return made;
  const message = messageType(resource.apiVersion, resource.kind);
  if (
    step.method !== "POST" ||
    message === undefined ||
    step.path !== collectionOf(resource) ||
    random.chance(0.8)
  )
    return made;
  const encoding = random.chance(0.5) ? ("yaml" as const) : { message };
  const type = encoding === "yaml" ? "application/yaml" : "application/vnd.kubernetes.protobuf";
  return { ...made, headers: { ...headers, "content-type": type }, encoding };
}
