import { isJsonObject, type Json, type JsonObject } from "../../../src/json/value.ts";
import type { Topic } from "../facts.ts";
import { objects, servedVersions } from "./discovery.ts";

/** Kinds whose objects differ at each start. */
const VARYING = new Set(["leases", "events", "secrets"]);

/** Objects of a new cluster, by value. */
export const OBJECTS: Topic = {
  name: "initial objects",
  read: async (reference) => {
    const facts = new Map<string, string>();
    const port = new RegExp(`\\b${reference.port}\\b`, "g");
    for (const version of await servedVersions(reference)) {
      const list = await reference.json(version);
      for (const { name, verbs } of objects(isJsonObject(list) ? list.resources : [])) {
        if (typeof name !== "string" || name.includes("/") || VARYING.has(name)) continue;
        if (!Array.isArray(verbs) || !verbs.includes("list")) continue;
        const found = await reference.json(`${version}/${name}`);
        for (const object of objects(isJsonObject(found) ? found.items : []))
          addObject(facts, `${name}.${version}`, JSON.parse(JSON.stringify(object).replace(port, "0")));
      }
    }
    return facts;
  },
};

function addObject(facts: Map<string, string>, kind: string, { metadata, ...rest }: JsonObject): void {
  if (!isJsonObject(metadata)) return;
  const {
    name,
    namespace,
    uid: _,
    resourceVersion: __,
    creationTimestamp: ___,
    managedFields: ____,
    ...meta
  } = metadata;
  const owner = [kind, namespace, name].filter((part) => part !== undefined).join(" ");
  facts.set(owner, "exists");
  addLeaves(facts, owner, { metadata: meta, ...rest });
}

/** Elements of lists are facts of their own, so that a new rule is one change. */
function addLeaves(facts: Map<string, string>, path: string, value: Json): void {
  if (Array.isArray(value)) {
    for (const element of value) facts.set(`${path} ${steady(element)}`, "has it");
  } else if (isJsonObject(value)) {
    for (const [key, member] of Object.entries(value))
      if (member !== undefined) addLeaves(facts, `${path} ${key}`, member);
  } else facts.set(path, steady(value));
}

const steady = (value: Json): string =>
  JSON.stringify(value)
    .replaceAll(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, "TIME")
    .replaceAll(/\d{4}-\d{2}-\d{2}/g, "DAY")
    .replaceAll(/-----BEGIN.*?-----END[^"]*/gs, "CERTIFICATE")
    .replaceAll(/"[\w+/=]{200,}"/g, '"BASE64"');
