import type { Manifest } from "../../explain/offline/manifests.ts";
import { pointerOf } from "../../explain/sources.ts";
import { ADMISSION_LISTS } from "../admission-lists.ts";
import { forgivingReader, readList } from "../read-list.ts";
import type { ServerClient } from "../server-client.ts";

/** Lists without which no rule can be checked. */
const NEEDED = [...ADMISSION_LISTS, "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"];

/**
 * Lists that concern webhooks; the server may forbid each of them. Only Secrets that hold certificates are
 * read.
 */
const WANTED = [
  "/api/v1/namespaces",
  "/api/v1/services",
  "/api/v1/secrets?fieldSelector=type%3Dkubernetes.io%2Ftls",
  "/apis/apps/v1/deployments",
  "/apis/apps/v1/statefulsets",
  "/apis/apps/v1/daemonsets",
  "/apis/networking.k8s.io/v1/networkpolicies",
  "/apis/apiregistration.k8s.io/v1/apiservices",
  "/apis/cert-manager.io/v1/certificates",
];

interface ClusterObjects {
  readonly manifests: readonly Manifest[];
  /** Lists that could not be read, each with the reason. */
  readonly notes: readonly string[];
}

/** Reads the objects of a cluster that rules check. It writes no objects, and calls no webhooks. */
export async function readWholeCluster(client: ServerClient): Promise<ClusterObjects> {
  const notes: string[] = [];
  const wanted = forgivingReader(client, notes);
  const lists = await Promise.all([...NEEDED.map((path) => readList(client, path)), ...WANTED.map(wanted)]);
  return { manifests: lists.flat().map((object) => ({ object, line: pointerOf })), notes };
}
