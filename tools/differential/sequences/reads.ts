import type { Step } from "../case.ts";
import { ACCEPTS } from "./accepts.ts";
import { answered, OBJECTS, type Place, versionOf } from "./place.ts";

type Query = [string, string][];

const accept = ({ random }: Place): Record<string, string> =>
  random.chance(0.5) ? { accept: random.pick(ACCEPTS) } : {};

/** A version that the client saw: of the first list, of an object, or none at all. */
function version(place: Place): string {
  const { random } = place;
  return random.pick([
    answered(place.start, "/metadata/resourceVersion"),
    versionOf(place, random.pick(OBJECTS)),
    versionOf(place, random.pick(OBJECTS)),
    "0",
    "1",
    "",
    "2000000000",
  ]);
}

function selectors({ random }: Place): Query {
  const query: Query = [];
  if (random.chance(0.3))
    query.push([
      "labelSelector",
      random.pick(["app=x", "app!=x", "tier", "!tier", "app in (x,z),tier notin (2)"]),
    ]);
  if (random.chance(0.25))
    query.push([
      "fieldSelector",
      random.pick([
        "metadata.name=a",
        "metadata.name!=a",
        "metadata.namespace={{ns}}",
        "metadata.name=a,metadata.namespace={{ns}}",
      ]),
    ]);
  return query;
}

function versions(place: Place, often: number): Query {
  const { random } = place;
  const query: Query = [];
  if (random.chance(often)) query.push(["resourceVersion", version(place)]);
  if (random.chance(often * 0.5))
    query.push(["resourceVersionMatch", random.pick(["Exact", "NotOlderThan", "Other"])]);
  return query;
}

/** One object, or a list. */
export function readStep(place: Place, name: string): Step {
  const { random, collection } = place;
  if (random.chance(0.4)) {
    const sub = random.chance(0.15) ? random.pick(["/status", "/scale"]) : "";
    const query = random.chance(0.3) ? versions(place, 0.6) : [];
    return {
      name,
      method: "GET",
      path: `${collection}/${random.pick(OBJECTS)}${sub}`,
      query,
      headers: accept(place),
    };
  }
  const query = [...selectors(place), ...versions(place, 0.4)];
  if (random.chance(0.4)) query.push(["limit", random.pick(["1", "2", "500"])]);
  if (random.chance(0.1)) query.push(["sendInitialEvents", random.pick(["true", "false"])]);
  if (random.chance(0.1)) query.push(["includeObject", random.pick(["None", "Object", "Metadata"])]);
  return { name, method: "GET", path: collection, query, headers: accept(place) };
}

/** The next page of an earlier list, perhaps with other parameters. */
export function pageSteps(place: Place, name: string): Step[] {
  const { random, collection } = place;
  const query: Query = [["limit", random.pick(["1", "2"])], ...selectors(place), ...versions(place, 0.25)];
  const headers = random.chance(0.3) ? { accept: random.pick(ACCEPTS.slice(0, 4)) } : {};
  const token: [string, string] = ["continue", answered(`${name} first`, "/metadata/continue")];
  const next = random.chance(0.85) ? query.filter(([key]) => !key.startsWith("resourceVersion")) : query;
  return [
    { name: `${name} first`, method: "GET", path: collection, query, headers },
    { name: `${name} next`, method: "GET", path: collection, query: [...next, token], headers },
  ];
}

/** Events since a version, requested as an informer does. */
export function watchStep(place: Place, name: string): Step {
  const { random } = place;
  const query: Query = [["watch", "true"], ...selectors(place)];
  const initial = random.chance(0.4);
  if (initial) {
    query.push(["sendInitialEvents", random.pick(["true", "true", "false"])]);
    if (random.chance(0.9)) query.push(["resourceVersionMatch", "NotOlderThan"]);
  } else query.push(["resourceVersion", watchedFrom(place)]);
  if (random.chance(initial ? 0.9 : 0.3)) query.push(["allowWatchBookmarks", "true"]);
  if (random.chance(0.2)) query.push(["timeoutSeconds", "1"]);
  if (random.chance(0.1)) query.push(["includeObject", random.pick(["None", "Object", "Metadata"])]);
  return {
    name,
    method: "GET",
    path: watchedPath(place),
    query,
    headers: accept(place),
    watch: { events: 60 },
  };
}

/**
 * The oldest version that the reference still has, and the newest one in its cache, depend on other cases. So `0` and
 * `1` are not used.
 */
function watchedFrom(place: Place): string {
  const start = answered(place.start, "/metadata/resourceVersion");
  return place.random.pick([start, start, start, versionOf(place, place.random.pick(OBJECTS)), "2000000000"]);
}

/** Sometimes the old way, `/api/v1/watch/…`, which also has a path for one object. */
function watchedPath({ random, collection }: Place): string {
  if (random.chance(0.8)) return collection;
  const old = collection.replace("/namespaces/", "/watch/namespaces/");
  return random.chance(0.5) ? old : `${old}/${random.pick(OBJECTS)}`;
}
