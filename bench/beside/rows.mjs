import { ask, createObject, register } from "../parts/api.mjs";
import { measureFanOut } from "../parts/measure-watchers.mjs";
import { podText } from "../parts/pod.mjs";
import { runOnce } from "../parts/run-once.mjs";
import { configurationsOf } from "../parts/shapes.mjs";

const LIST_ITEMS = 5000;
const LIST_NAMESPACE = "bench-list";
const LISTS = `/api/v1/namespaces/${LIST_NAMESPACE}/pods`;
const TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io, application/json";
const PROTOBUF = "application/vnd.kubernetes.protobuf";

/**
 * Rows that are measured on both servers: `prepare` makes the objects that a row needs, once, `order` is what the load sends (see
 * load.mjs), `after` takes away what would be in the way of the next. Lists have few in flight: an answer is long. A quick run
 * takes one row of each kind.
 */
export function besideRows(options) {
  const rows = allRows(options);
  return options.quick ? rows.filter(({ name }) => QUICK.some((start) => name.startsWith(start))) : rows;
}

const QUICK = ["create, 1 mutating", "list with limit=500, Table", "apply, nothing", "create of a custom"];

function allRows({ webhook, quick }) {
  const items = quick ? 500 : LIST_ITEMS;
  const list = (name, query, accept) => ({
    name,
    unit: "lists/s",
    prepare: (target) => fillNamespace(target, items),
    order: { connections: 2, expect: 200, request: { method: "GET", path: `${LISTS}${query}`, accept } },
  });
  return [
    create("create, no webhook", { mutating: 0, validating: 0 }, webhook, quick),
    create("create, 1 mutating", { mutating: 1, validating: 0 }, webhook, quick),
    create("create, 5 validating", { mutating: 0, validating: 5 }, webhook, quick),
    list(`list of ${items} pods, JSON`, ""),
    list("list with limit=500, JSON", "?limit=500"),
    list(`list of ${items} pods, protobuf`, "", PROTOBUF),
    list("list with limit=500, Table", "?limit=500", TABLE),
    {
      name: "apply, nothing changes",
      unit: "applies/s",
      prepare: (target, load, limits) =>
        runOnce(load, target, { ...applyOrder(""), ...limits, expect: 201, writes: IN_FLIGHT }),
      order: { ...applyOrder(""), expect: 200 },
    },
    { name: "apply, a label changes", unit: "applies/s", order: { ...applyOrder("%N%"), expect: 200 } },
    {
      name: "create of a custom resource",
      unit: "writes/s",
      prepare: (target) => defineWidgets(target),
      order: {
        request: {
          method: "POST",
          path: "/apis/bench.example.com/v1/namespaces/default/widgets",
          body: WIDGET,
        },
      },
    },
  ];
}

const IN_FLIGHT = 32;

function create(name, shape, webhook, quick) {
  const configurations = configurationsOf({ ...shape, idle: 0 }, webhook);
  return {
    name,
    unit: "writes/s",
    prepare: async (target) => {
      for (const object of configurations) await register(target, object);
      // The reference learns of a configuration a moment after it has answered; a quick run does without it.
      if (!quick) await new Promise((resolve) => setTimeout(resolve, 1500));
    },
    order: {},
    after: async (target) => {
      for (const { apiVersion, kind, metadata } of configurations)
        await ask(target, "DELETE", `/apis/${apiVersion}/${kind.toLowerCase()}s/${metadata.name}`);
    },
  };
}

/** Pods of 3 KB in a namespace of their own; nothing when they are there. */
async function fillNamespace(target, count) {
  const path = "/api/v1/namespaces";
  const { status } = await ask(target, "POST", path, { metadata: { name: LIST_NAMESPACE } });
  if (status !== 201) return;
  for (let i = 0; i < count; i += IN_FLIGHT) {
    const batch = Array.from({ length: Math.min(IN_FLIGHT, count - i) }, (_, j) => {
      const pod = JSON.parse(podText(`listed-${i + j}`));
      delete pod.metadata.namespace;
      return createObject(target, LISTS, pod);
    });
    await Promise.all(batch);
  }
}

/** Server-side apply of a Pod of 3 KB, each connection its own. */
function applyOrder(value) {
  const pod = JSON.parse(podText("applied-%C%"));
  pod.metadata.labels.round = `r${value}`;
  return {
    request: {
      method: "PATCH",
      path: "/api/v1/namespaces/default/pods/applied-%C%?fieldManager=bench&force=true",
      contentType: "application/apply-patch+yaml",
      body: JSON.stringify(pod),
    },
  };
}

const text = { type: "string" };
const WIDGET_SCHEMA = {
  type: "object",
  properties: {
    spec: {
      type: "object",
      required: ["size"],
      properties: {
        size: { type: "integer", minimum: 1, maximum: 10 },
        color: { type: "string", enum: ["red", "green"], default: "red" },
        title: { type: "string", maxLength: 200 },
        tags: { type: "array", items: text, "x-kubernetes-list-type": "set", maxItems: 20 },
        parts: {
          type: "array",
          items: {
            type: "object",
            required: ["name"],
            properties: { name: text, count: { type: "integer", default: 1 }, note: text },
          },
          "x-kubernetes-list-type": "map",
          "x-kubernetes-list-map-keys": ["name"],
        },
      },
    },
  },
};

const WIDGET = JSON.stringify({
  apiVersion: "bench.example.com/v1",
  kind: "Widget",
  metadata: { name: "%P%-%N%", namespace: "default", labels: { app: "shop" } },
  spec: {
    size: 3,
    title: "A widget of some size",
    tags: ["one", "two", "three"],
    parts: Array.from({ length: 8 }, (_, i) => ({ name: `part-${i}`, note: "x".repeat(60) })),
  },
});

async function defineWidgets(target) {
  await createObject(target, "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "widgets.bench.example.com" },
    spec: {
      group: "bench.example.com",
      scope: "Namespaced",
      names: { plural: "widgets", singular: "widget", kind: "Widget", listKind: "WidgetList" },
      versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: WIDGET_SCHEMA } }],
    },
  });
  for (let tries = 0; tries < 100; tries++) {
    const { status } = await ask(target, "GET", "/apis/bench.example.com/v1/widgets?limit=1");
    if (status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("the custom resource is not served");
}

/** Events per second to a hundred watchers, each on a connection of its own. */
export const fanOut = (target, options) => measureFanOut(target, { ...options, count: 100, streams: 1 });
