import type { ObjectChange, PluginLine } from "../../admission/verdict.ts";
import type { KubeObject } from "../../api/meta.ts";
import { type Json, type JsonObject, record, records, text, texts } from "../../json/value.ts";
import { diffJson } from "../../patch/diff.ts";
import { LONGEST_MATCHED } from "../../report/bounded-text.ts";
import type { Cause, PluginStep } from "../explanation.ts";
import { nearest } from "../near.ts";
import { holdersOf } from "../refused/holders.ts";
import { REFERENCES } from "../refused/references.ts";
import { amountsTold, isSameAmount } from "../refused/told-amounts.ts";
import { type Path, placeIn, pointerOf } from "../sources.ts";
import type { Subject } from "../subject.ts";
import type { World } from "../world.ts";
import type { Explained } from "./explained.ts";

/** Returns the step of a plugin, with the reason if it refused the request. */
export function pluginStep(line: PluginLine, subject: Subject): Explained<PluginStep> {
  const { plugin, phase, round, milliseconds, error } = line;
  const patch = phase === "admit" ? changesOf(plugin, round, subject.verdict.changes) : [];
  const step: PluginStep = {
    kind: "plugin",
    name: plugin,
    phase: phase === "admit" ? "mutating" : "validating",
    round,
    milliseconds,
    ...(error && { refusal: { code: error.code, message: error.message } }),
    ...(patch.length > 0 && { patch }),
  };
  if (error === undefined) return { step, finding: undefined, refused: false };
  const small = smallLetters(error.message, subject);
  const {
    of,
    path,
    hint = "",
  }: Culprit = small === undefined ? culprit(plugin, error.message, subject) : { of: "" };
  const [kind = "", name = ""] = of.split("/");
  const source = subject.world.sources.find(kind, name);
  const at = small ?? (path === undefined ? "" : placeIn(source, path));
  const quota = plugin === "ResourceQuota" ? scopeHint(record(source?.object.spec)) : "";
  const message = `the plugin ${plugin} refused: ${error.message}${hint}${quota}${small === undefined ? "" : CAPITALS}${containerHint(error.message, subject.verdict.changes) || writtenHint(error.message, subject.verdict.changes)}${small === undefined && NAMES_CONTAINERS.has(plugin) ? placesHint(error.message, subject) : ""}`;
  const finding: Cause = { code: "refused", of, webhook: "", message, saw: null, at, fix: "" };
  return { step, finding, refused: true };
}

const NAMES_CONTAINERS: ReadonlySet<string> = new Set(["PodSecurity", "ResourceQuota", "LimitRanger"]);
const CAPITALS = ` (drop has "all", and names of capabilities are in capital letters: write ALL)`;

function changesOf(name: string, round: 0 | 1, changes: readonly ObjectChange[]): JsonObject[] {
  const own = changes.filter((one) => one.kind === "plugin" && one.name === name && one.round === round);
  return own.flatMap(({ before, after }) => diffJson(before, after));
}

/** The fields, volumes and containers of the pod that the refusal names. */
function placesHint(message: string, { verdict: { validated, received } }: Subject): string {
  const whole = message.slice(0, LONGEST_MATCHED).replace(/^\S+ "[^"]*" is forbidden: /, "");
  const spec = record((validated ?? received)?.spec);
  const set = [...whole.matchAll(/\b(host\w{3,60})=true\b/g)].flatMap(([, field = ""]) =>
    spec[field] === true ? `/spec/${field}` : [],
  );
  const { volumes, initContainers, containers } = spec;
  const named = Object.entries({ volumes, initContainers, containers }).flatMap(([list, all]) =>
    records(all).flatMap(({ name }, index) =>
      isNamed(whole, list === "volumes" ? "volume" : "container", text(name)) ? `/spec/${list}/${index}` : [],
    ),
  );
  const amounts = amountsTold(whole, spec).map((path) => pointerOf(["spec", ...path]));
  const places = [...set, ...named, ...amounts];
  return places.length === 0 ? "" : `; of the pod, it is about ${places.join(", ")}`;
}

/** The names that a refusal gives after the kind of a part of the pod; types of volumes and hosts may be the same words. */
const NAMED = /(volume|container)s? ("[^"]*"(?:, "[^"]*")*)/g;

/** The place of a capability "all" in small letters, which PodSecurity does not take for ALL; undefined if there is none. */
function smallLetters(message: string, { verdict: { validated, received } }: Subject): string | undefined {
  if (!message.includes("unrestricted capabilities")) return undefined;
  const { containers, initContainers } = record((validated ?? received)?.spec);
  for (const [list, all] of Object.entries({ containers, initContainers }))
    for (const [index, { securityContext }] of records(all).entries()) {
      const drop = texts(record(record(securityContext).capabilities).drop);
      if (drop.some((one) => one !== "ALL" && one.toUpperCase() === "ALL"))
        return `/spec/${list}/${index}/securityContext/capabilities/drop`;
    }
  return undefined;
}

/** Names the webhook or policy that added the container of a refusal, or set the amounts that it is about; empty if none did. */
function containerHint(message: string, changes: readonly ObjectChange[]): string {
  for (const change of changes) {
    if (change.kind === "plugin") continue;
    const before = containersOf(change.before);
    const who = `${change.kind} ${change.kind === "webhook" ? change.hook.name : change.policy.name}`;
    for (const after of containersOf(change.after)) {
      const name = text(after.name);
      const own = before.find((one) => one.name === name);
      const set = amountsSet(own, after).filter((one) => isAbout(message, one));
      const amounts = set.map(({ kind, resource, amount }) => `${kind}.${resource} ${amount}`).join(", ");
      if (
        own === undefined &&
        (amounts !== "" || isNamed(message.slice(0, LONGEST_MATCHED), "container", name))
      )
        return ` (${who} added the container ${name}${amounts === "" ? "" : ` with ${amounts}`})`;
      if (amounts !== "") return ` (${who} set ${amounts} of the container ${name})`;
    }
  }
  return "";
}

interface Amount {
  readonly kind: "limits" | "requests";
  readonly resource: string;
  readonly amount: string;
}

/** The limits and requests of a container that differ from those before. */
const amountsSet = (before: JsonObject | undefined, after: JsonObject): Amount[] =>
  (["limits", "requests"] as const).flatMap((kind) =>
    Object.entries(record(record(after.resources)[kind])).flatMap(([resource, amount]): Amount[] =>
      record(record(before?.resources)[kind])[resource] === amount
        ? []
        : [{ kind, resource, amount: String(amount) }],
    ),
  );

/** True if a quota or a LimitRange refused an amount. */
function isAbout(message: string, { kind, resource, amount }: Amount): boolean {
  const [, exceeded] = message.split(", requested: ");
  if (exceeded !== undefined) {
    const keys = [`${kind}.${resource}`, ...(kind === "requests" ? [resource] : [])];
    const [requested = ""] = exceeded.split(", used: ");
    return requested.split(",").some((one) => keys.includes(one.split("=")[0] ?? ""));
  }
  const [, bound, told = ""] = / but (request|limit) is (\S+)$/.exec(message.slice(0, LONGEST_MATCHED)) ?? [];
  if (bound === undefined) return message.includes(`${resource} max limit to request ratio`);
  const isOwn = message.includes(" per Pod") || isSameAmount(told, amount);
  return `${bound}s` === kind && isOwn && message.includes(`${resource} usage per`);
}

/**
 * Names the webhook or policy that wrote a value which the refusal names: an account, a class. The refusal of a class of
 * priority names only its numbers.
 */
function writtenHint(told: string, changes: readonly ObjectChange[]): string {
  // The names of the pod and of its containers are not values that it has.
  const message = told
    .slice(0, LONGEST_MATCHED)
    .replace(/^\S+ "[^"]*" is forbidden: /, "")
    .replaceAll(/containers? "[^"]*"(?:, "[^"]*")*/g, "");
  const given = givenIn(message);
  if (given === undefined)
    return writerOf(changes, (_, value) => textsIn(value).filter((one) => isWord(message, one)));
  return (
    writerOf(changes, (path, value) => (GIVEN.test(path) && String(value) === given ? [given] : [])) ||
    writerOf(changes, (path, value) => (path === CLASS ? textsIn(value) : []))
  );
}

/** The first webhook or policy that wrote a value in the spec for which `toldIn` returns something. */
function writerOf(
  changes: readonly ObjectChange[],
  toldIn: (path: string, value: Json | undefined) => readonly string[],
): string {
  for (const change of changes) {
    if (change.kind === "plugin") continue;
    const who = change.kind === "webhook" ? change.hook.name : change.policy.name;
    for (const written of diffJson(change.before, change.after)) {
      if (written.op !== "add" && written.op !== "replace") continue;
      const { path, value } = written;
      const told = toldIn(path, value);
      if (path.startsWith("/spec/") && told.length > 0)
        return ` (${change.kind} ${who} set ${path}: ${told.join(", ")})`;
    }
  }
  return "";
}

/** The texts in a value. */
const textsIn = (value: Json | undefined): string[] =>
  typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [text(value)];

/** True for a name in quotes, or at the end of a part: `service account default/builder: …`. */
const isWord = (message: string, value: string): boolean =>
  value.length > 1 && [`"${value}"`, `/${value}:`, ` ${value} `].some((one) => message.includes(one));

const SCOPES: Readonly<Record<string, string>> = {
  BestEffort: "pods whose containers have neither requests nor limits (BestEffort): give each container some",
  NotBestEffort: "pods with requests or limits in a container (NotBestEffort)",
  Terminating: "pods with activeDeadlineSeconds (Terminating)",
  NotTerminating: "pods without activeDeadlineSeconds (NotTerminating)",
  CrossNamespacePodAffinity: "pods whose affinity names other namespaces (CrossNamespacePodAffinity)",
};

/** Says which pods a quota is for, in brackets; empty if it is for all of them. */
function scopeHint({ scopes, scopeSelector }: JsonObject): string {
  const own = texts(scopes);
  const classes = records(record(scopeSelector).matchExpressions).map(({ scopeName, operator, values }) => ({
    scope: text(scopeName),
    only: [text(operator), ...texts(values)].join(" "),
  }));
  const told = [
    ...own.map((scope) => SCOPES[scope] ?? ""),
    ...classes.map(({ scope, only }) => SCOPES[scope] ?? `pods with ${scope} ${only}`),
  ].filter((one) => one !== "");
  return told.length === 0 ? "" : ` (this quota counts only ${told.join(", and ")})`;
}

/** Plugins name containers in quotes, or in a list at the end. */
const isNamed = (message: string, kind: string, name: string): boolean =>
  [...message.matchAll(NAMED)].some(([, one, names]) => one === kind && names?.includes(`"${name}"`)) ||
  (kind === "container" && (message.split(" for: ")[1] ?? "").split(/[,;]/).includes(name));

function containersOf(object: KubeObject | null): JsonObject[] {
  const { containers, initContainers } = record(object?.spec);
  return [...records(containers), ...records(initContainers)];
}

/** Returns the object that made a plugin refuse. */
function culprit(
  plugin: string,
  message: string,
  { attributes: { namespace }, verdict: { received }, world }: Subject,
): Culprit {
  switch (plugin) {
    case "NamespaceLifecycle": {
      const isEnding = message.includes("because it is being terminated");
      const held = isEnding ? holdersOf(world.sources.find("Namespace", namespace)) : [];
      const hint = held.map(({ says, at }) => `; ${says}${at === "" ? "" : ` (${at})`}`).join("");
      return { of: `Namespace/${namespace}`, path: ["metadata"], hint };
    }
    case "Priority": {
      const field = message.includes(" value of priority (") ? "priority" : "preemptionPolicy";
      const own = record(received?.spec)[field];
      return own !== undefined && givenIn(message) === String(own)
        ? { of: "", path: ["spec", field], hint: ` (the request itself sets spec.${field})` }
        : nearReference(message, world);
    }
    case "PodSecurity": {
      const labels = world.namespace(namespace)?.metadata.labels ?? {};
      const label = "pod-security.kubernetes.io/enforce";
      const own = Object.hasOwn(labels, label) ? [label] : [];
      return { of: `Namespace/${namespace}`, path: ["metadata", "labels", ...own] };
    }
    case "ResourceQuota": {
      const [, name] = /(?:exceeded quota|failed quota): ([^,:]+)/.exec(message) ?? [];
      const [resource] = message.split(", requested: ")[1]?.split("=") ?? [];
      const path = ["spec", "hard", ...(resource === undefined ? [] : [resource])];
      return name === undefined ? { of: "" } : { of: `ResourceQuota/${name}`, path };
    }
    case "LimitRanger": {
      const [range, ...more] = world.sources.names?.("LimitRange") ?? [];
      if (range === undefined || more.length > 0) return { of: "" };
      const { spec } = record(world.sources.find("LimitRange", range)?.object);
      return {
        of: `LimitRange/${range}`,
        path: ["spec", "limits", ...boundOf(message, records(record(spec).limits))],
      };
    }
    default:
      return nearReference(message, world);
  }
}

/** The place of the bound that a refusal of LimitRanger names first. */
function boundOf(message: string, limits: readonly JsonObject[]): Path {
  const text = message.slice(0, LONGEST_MATCHED);
  const [, bound, resource = "", type] = /\b(max|min)imum (\S{1,253}) usage per (\w{1,40})/.exec(text) ?? [];
  const [before = "", after = ""] = text.split(" max limit to request ratio per ");
  const index = limits.findIndex((one) => one.type === (type ?? after.split(" ")[0]));
  if (index < 0) return [];
  const name = before.split(/[ [,]/).at(-1) ?? "";
  return bound === undefined ? [index, "maxLimitRequestRatio", name] : [index, bound, resource];
}

/** The object with nearly the name of one that a pod names, and that does not exist. */
function nearReference(message: string, { sources }: World): Culprit {
  for (const [pattern, kind] of REFERENCES) {
    const [, name] = pattern.exec(message.slice(0, LONGEST_MATCHED)) ?? [];
    const near = name === undefined ? undefined : nearest(name, sources.names?.(kind) ?? []);
    if (near !== undefined)
      return {
        of: `${kind}/${near}`,
        path: ["metadata", "name"],
        hint: ` ("${near}" is among the manifests)`,
      };
  }
  return { of: "" };
}

/** Fields of a pod that its class sets, and the value of one in the refusal of a pod that has another. */
const GIVEN = /^\/spec\/(?:priority|preemptionPolicy)$/;
const CLASS = "/spec/priorityClassName";
const givenIn = (message: string): string | undefined =>
  /\(([\w-]{1,63})\) must not be provided in pod spec/.exec(message.slice(0, LONGEST_MATCHED))?.[1];

interface Culprit {
  readonly of: string;
  readonly path?: Path;
  readonly hint?: string;
}
