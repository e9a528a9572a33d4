import { createHash } from "node:crypto";
import type { ServiceClient } from "../../api/exchange/service-client.ts";
import type { JsonObject } from "../../json/value.ts";
import { bytesOf, type DocumentLimits, documentOf, getFrom } from "./remote-document.ts";
import type { RemoteService, RemoteServices } from "./remote-services.ts";
import { pathsOnly } from "./swagger-parts.ts";

const LIMITS: DocumentLimits = { what: "the OpenAPI document", bytes: 4 << 20, depth: 60 };
/** User of the requests (kube-aggregator/pkg/controllers/openapi/aggregator/downloader.go, aggregatorUser). */
const AS_READER = ["x-remote-user", "system:aggregator"];

interface Known {
  /** ETag of the other server's document; undefined if it sent none. */
  readonly etag: string | undefined;
  readonly hash: string;
  /** The paths below the service's own group and version, and the definitions that they use. */
  readonly document: JsonObject;
}

/** The last known OpenAPI v2 documents of other servers. They are kept until their APIServices are deleted. */
export class RemoteSwaggers {
  readonly #client: ServiceClient;
  readonly #services: RemoteServices;
  readonly #check: (document: JsonObject) => void;
  /** By `group/version`. */
  readonly #known = new Map<string, Known>();

  /** `check`: throws if a document cannot be served in all formats. */
  constructor(client: ServiceClient, services: RemoteServices, check: (document: JsonObject) => void) {
    this.#client = client;
    this.#services = services;
    this.#check = check;
  }

  /** Text that changes with the documents. It is empty if there are none. */
  get state(): string {
    return this.#inOrder()
      .map(({ group, version, known }) => `${group}/${version} ${known.hash}`)
      .join("\n");
  }

  /** The documents in the order in which they are merged. */
  get documents(): readonly JsonObject[] {
    return this.#inOrder().map(({ known }) => known.document);
  }

  /** Reads the document of a service again. Never rejects; an unreadable one does not replace the old one. */
  async refresh(service: RemoteService): Promise<void> {
    const name = `${service.group}/${service.version}`;
    try {
      const found = await this.#ask(service, this.#known.get(name));
      if (found !== undefined) this.#known.set(name, found);
    } catch {
      // The next check tries again.
    }
    for (const other of this.#known.keys())
      if (other !== name && !this.#services.all().has(other)) this.#known.delete(other);
  }

  async #ask(
    { target, group, version }: RemoteService,
    known: Known | undefined,
  ): Promise<Known | undefined> {
    const headers = [...AS_READER, "accept", "application/json"];
    if (known?.etag !== undefined) headers.push("if-none-match", known.etag);
    const answer = await getFrom(this.#client, target, "/openapi/v2", headers);
    const bytes = await bytesOf(answer, LIMITS);
    const hash = createHash("sha256").update(bytes).digest("hex");
    if (answer.status !== 200 || hash === known?.hash) return undefined;
    const whole = documentOf(bytes, LIMITS);
    if (whole === undefined) return undefined;
    const { etag } = answer.headers;
    const document = pathsOnly(whole, (path) => path.startsWith(`/apis/${group}/${version}/`));
    this.#check(document);
    return { etag: typeof etag === "string" ? etag : undefined, hash, document };
  }

  /**
   * Documents by the priority of their group, then by name
   * (kube-aggregator/pkg/controllers/openapi/aggregator/priority.go).
   */
  #inOrder(): { readonly group: string; readonly version: string; readonly known: Known }[] {
    if (this.#known.size === 0) return [];
    const services = [...this.#services.all().values()];
    const priorities = new Map<string, number>();
    for (const { group, priority } of services)
      priorities.set(group, Math.max(priority, priorities.get(group) ?? 0));
    const nameOf = ({ group, version }: RemoteService): string => `${version}.${group}`;
    return services
      .sort((a, b) => {
        const byPriority = (priorities.get(b.group) ?? 0) - (priorities.get(a.group) ?? 0);
        return byPriority || (nameOf(a) < nameOf(b) ? -1 : 1);
      })
      .flatMap(({ group, version }) => {
        const known = this.#known.get(`${group}/${version}`);
        return known === undefined ? [] : [{ group, version, known }];
      });
  }
}
