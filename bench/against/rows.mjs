import { ask, createObject, register } from "../parts/api.mjs";
import { runOnce } from "../parts/run-once.mjs";
import { configurationsOf } from "../parts/shapes.mjs";

const CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";
const LISTED = "bench-list";
const LISTED_PATH = `/api/v1/namespaces/${LISTED}/configmaps`;
const IN_FLIGHT = 32;
const FILLING = "x".repeat(2_800);
const MERGE = "application/merge-patch+json";
const APPLY = "application/apply-patch+yaml";

/**
 * Requests that are compared, with ConfigMaps of 3 KB: `prepare` creates what a row needs on a server that has run the
 * rows before, `after` removes it, `order` is sent by the load (see ../parts/load.mjs), `requests` is their number in a turn, and `warmup` the
 * number that compiles their code.
 */
export const ROWS = [
  create("create, no webhook", {}, { warmup: 12_000, requests: 1_500 }),
  {
    name: "merge patch",
    prepare: (target, load) =>
      runOnce(load, target, { ...create("", {}).order("patched-%C%"), expect: 201, ...turn(IN_FLIGHT) }),
    order: () => patch("patched-%C%", MERGE, { data: { round: "%N%" } }),
    warmup: 4_000,
    requests: 1_000,
  },
  {
    name: "apply",
    order: () => patch("applied-%C%?fieldManager=bench&force=true", APPLY, configMap("applied-%C%", "%N%")),
    prepare: (target, load) => runOnce(load, target, { ...ROWS[2].order(), expect: 201, ...turn(IN_FLIGHT) }),
    warmup: 3_000,
    requests: 600,
  },
  {
    name: "list of 500",
    prepare: fillNamespace,
    order: () => ({ connections: 2, expect: 200, request: { method: "GET", path: LISTED_PATH } }),
    warmup: 150,
    requests: 60,
  },
  create("create, 1 mutating", { mutating: 1 }, { warmup: 5_000, requests: 800 }),
  create(
    "create, 1 mutating + 1 validating",
    { mutating: 1, validating: 1 },
    { warmup: 2_000, requests: 600 },
  ),
  create("create, 5 validating", { validating: 5 }, { warmup: 2_500, requests: 400 }),
];

/** The rows of a short comparison: the paths on which every write is. */
export const SHORT_ROWS = ["create, no webhook", "create, 1 mutating", "create, 5 validating"];

/** Limits of a turn that ends by its number of requests, so that both servers store the same number of objects. */
export const turn = (writes) => ({ protocol: "h1", seconds: 60, writes });

function create(name, { mutating = 0, validating = 0 }, sizes) {
  const configurations = (webhook) =>
    configurationsOf({ mutating, validating, idle: 0 }, webhook, "configmaps");
  return {
    name,
    ...sizes,
    prepare: async (target, _load, webhook) => {
      for (const object of configurations(webhook)) await register(target, object);
    },
    order: (prefix = "%P%-%N%") => ({
      request: { method: "POST", path: CONFIG_MAPS, body: JSON.stringify(configMap(prefix, "0")) },
    }),
    after: async (target, webhook) => {
      for (const { apiVersion, kind, metadata } of configurations(webhook))
        await ask(target, "DELETE", `/apis/${apiVersion}/${kind.toLowerCase()}s/${metadata.name}`);
    },
  };
}

function configMap(name, round) {
  return {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name, labels: { app: "shop", tier: "front" }, annotations: { "example.com/team": "shop" } },
    data: { round, "settings.properties": FILLING },
  };
}

function patch(path, contentType, body) {
  const request = {
    method: "PATCH",
    path: `${CONFIG_MAPS}/${path}`,
    contentType,
    body: JSON.stringify(body),
  };
  return { expect: 200, request };
}

async function fillNamespace(target) {
  await createObject(target, "/api/v1/namespaces", { metadata: { name: LISTED } });
  for (let i = 0; i < 500; i++) await createObject(target, LISTED_PATH, configMap(`listed-${i}`, "0"));
}
