import { createBuiltinPlugins } from "../../src/admission/hooks/builtin/builtin-plugins.ts";
import { createBootedStorage, rememberBoot } from "../../src/cluster/booted-storage.ts";
import type { Explanation } from "../../src/explain/explanation.ts";
import { answerReviews } from "../../src/explain/offline/answers.ts";
import { requestSpec, resourceOf } from "../../src/explain/offline/request-spec.ts";
import { sentRequest } from "../../src/explain/offline/sent-request.ts";
import { createRecentRequests } from "../../src/explain/recent/recent-requests.ts";
import { isJsonObject, type JsonObject } from "../../src/json/value.ts";
import { type InMemoryCluster, startInMemoryCluster } from "../tools/in-memory-cluster.tool.ts";
import { flagsOf, oldOf, storedBefore } from "./ask-offline.ts";
import type { SetUp } from "./set-up.ts";

const ADMIN = { username: "admin", groups: ["system:masters"] };

/** A case set up on a running server, and the request explained afterwards; undefined: a configuration was refused. */
export async function explainedOnline(setUp: SetUp, asked = setUp.asked): Promise<Explanation | undefined> {
  const recent = createRecentRequests(4);
  const { answers = {}, really, roles } = setUp;
  const booted = createBootedStorage(Date.now());
  const api = await startInMemoryCluster({
    ...booted,
    plugins: createBuiltinPlugins(),
    authorizationModes: [roles ? "RBAC" : "AlwaysAllow"],
    recorders: [recent.recorder],
    ...(really ? {} : { intercept: answerReviews(answers) }),
  });
  try {
    await rememberBoot(booted.storage);
    for (const name of await namespaces(api)) await createAccount(api, name);
    for (const object of setUp.surroundings) {
      await create(api, object);
      if (object.kind === "Namespace") await createAccount(api, String((object.metadata as JsonObject).name));
    }
    for (const object of setUp.configurations) if ((await create(api, object)) >= 300) return undefined;
    await send(api, setUp);
    const isWrong = setUp.wrong !== undefined && asked !== "";
    return recent.explain("asked", api.cluster, ADMIN, isWrong ? asked : undefined);
  } finally {
    await api.stop();
  }
}

const createAccount = (api: InMemoryCluster, namespace: string) =>
  api.ask("POST", `/api/v1/namespaces/${namespace}/serviceaccounts`, { metadata: { name: "default" } });

async function namespaces(api: InMemoryCluster): Promise<string[]> {
  const { body } = await api.ask("GET", "/api/v1/namespaces");
  const items = Array.isArray(body.items) ? body.items.filter(isJsonObject) : [];
  return items.map(({ metadata }) => String((metadata as JsonObject).name));
}

async function create(api: InMemoryCluster, object: JsonObject): Promise<number> {
  const { name = "", namespace = "default" } = object.metadata as Record<string, string>;
  const { kind, apiVersion } = object as Record<string, string>;
  const place = api.cluster.pathOf({ kind: kind ?? "", apiVersion: apiVersion ?? "", namespace, name });
  if (place === undefined) throw new Error(`${kind} is not served`);
  const collection = place.path.slice(0, place.path.lastIndexOf("/"));
  const { status, body } = await api.ask("POST", collection, object);
  if (object.kind === "ResourceQuota")
    await api.ask("PUT", `${place.path}/status`, { ...body, status: object.status ?? {} });
  // The finalizers of the object keep it there.
  if ((object.metadata as JsonObject).deletionTimestamp !== undefined) await api.ask("DELETE", place.path);
  return status;
}

async function send(api: InMemoryCluster, setUp: SetUp): Promise<void> {
  const spec = requestSpec(structuredClone(setUp.object), oldOf(setUp), flagsOf(setUp));
  const found = resourceOf(spec, api.cluster.registry());
  const isNamed = isJsonObject(setUp.object.metadata) ? setUp.object.metadata.namespace : undefined;
  const namespace = found.resource.namespaced ? String(isNamed ?? "default") : "";
  const { method, url, body, contentType } = sentRequest({ ...spec, namespace }, found, storedBefore(setUp));
  const query = new URLSearchParams({ ...spec.query, ...(spec.dryRun ? { dryRun: "All" } : {}) }).toString();
  await api.ask(method, `${url}${query === "" ? "" : `?${query}`}`, body, {
    "audit-id": "asked",
    "content-type": contentType,
    "impersonate-user": spec.user.username,
    "impersonate-group": spec.user.groups.join(","),
  });
}
