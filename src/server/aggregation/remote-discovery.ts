import type { ServiceClient } from "../../api/exchange/service-client.ts";
import { type JsonObject, record } from "../../json/value.ts";
import { type DiscoveredResources, fromAggregated, fromResourceList } from "./discovered-resources.ts";
import { AS_AGGREGATOR, bytesOf, type DocumentLimits, documentOf, getFrom } from "./remote-document.ts";
import type { RemoteService } from "./remote-services.ts";

/** Limits for the documents of other servers. */
const LIMITS: DocumentLimits = { what: "the discovery document", bytes: 4 << 20, depth: 20 };

interface Discovered {
  readonly resources: DiscoveredResources;
  /** URL of the server's OpenAPI v3 document. Undefined if it has none. */
  readonly openApi: string | undefined;
}

/** The last known discovery documents of other servers (kube-aggregator/pkg/apiserver/handler_discovery.go). */
export class RemoteDiscovery {
  readonly #client: ServiceClient;
  /** By `group/version`. */
  readonly #known = new Map<string, Discovered>();
  /** Number of changes so far. */
  generation = 0;

  constructor(client: ServiceClient) {
    this.#client = client;
  }

  /** Returns the resources of a version, or undefined if they are unknown. */
  resourcesOf(group: string, version: string): DiscoveredResources | undefined {
    return this.#known.get(`${group}/${version}`)?.resources;
  }

  /** Names (`apis/g/v1`) and URLs of the OpenAPI v3 documents of other servers. */
  get openApi(): readonly (readonly [name: string, url: string])[] {
    return [...this.#known].flatMap(([name, { openApi }]) =>
      openApi === undefined ? [] : [[`apis/${name}`, openApi] as const],
    );
  }

  forget(group: string, version: string): void {
    if (this.#known.delete(`${group}/${version}`)) this.generation += 1;
  }

  /** Reads the documents of a server again. Never rejects; documents that cannot be read are forgotten. */
  async refresh(service: RemoteService): Promise<void> {
    const { group, version } = service;
    try {
      const resources = await this.#resources(service);
      const found = { resources, openApi: await this.#openApi(service) };
      const before = this.#known.get(`${group}/${version}`);
      if (before !== undefined && JSON.stringify(before) === JSON.stringify(found)) return;
      this.#known.set(`${group}/${version}`, found);
      this.generation += 1;
    } catch {
      this.forget(group, version);
    }
  }

  /**
   * Returns the URL of the OpenAPI document of the service's own group and version. A server cannot describe
   * the versions of other servers.
   */
  async #openApi(service: RemoteService): Promise<string | undefined> {
    const name = `apis/${service.group}/${service.version}`;
    const root = await this.#get(service, "/openapi/v3", "application/json");
    const { serverRelativeURL } = record(record(root?.paths)[name]);
    const isIts =
      typeof serverRelativeURL === "string" && serverRelativeURL.startsWith(`/openapi/v3/${name}`);
    return isIts ? serverRelativeURL : undefined;
  }

  async #resources(service: RemoteService): Promise<DiscoveredResources> {
    const { group, version } = service;
    const all = await this.#get(service, "/apis", AGGREGATED);
    if (all?.kind === "APIGroupDiscoveryList") return fromAggregated(all).get(`${group}/${version}`) ?? [];
    const list = await this.#get(service, `/apis/${group}/${version}`, "application/json");
    if (list === undefined) throw new Error("there is no discovery document");
    return fromResourceList(list);
  }

  /** Returns a document, or undefined if the server does not have it. */
  async #get({ target }: RemoteService, path: string, accept: string): Promise<JsonObject | undefined> {
    const answer = await getFrom(this.#client, target, path, [...AS_AGGREGATOR, "accept", accept]);
    const bytes = await bytesOf(answer, LIMITS);
    return answer.status === 200 ? documentOf(bytes, LIMITS) : undefined;
  }
}

const AGGREGATED = ["v2", "v2beta1"]
  .map((version) => `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`)
  .join(",");
