import type { ServiceTarget } from "../../api/exchange/service-client.ts";
import type { KubeObject } from "../../api/meta.ts";
import { isJsonObject, membersOf } from "../../json/value.ts";
import type {
  APIServiceSpec,
  APIServiceCondition as Condition,
} from "../../types/tables/apiregistration/v1-types.ts";
import type { ObjectsView } from "../admit/views/views.ts";

/** The groups and versions that other API servers serve, by the current state of the store. */
export class RemoteServices {
  readonly #view: ObjectsView;
  #generation = -1;
  /** By `group/version`. */
  #services: ReadonlyMap<string, RemoteService> = new Map();

  /** `view`: a view over APIServices. */
  constructor(view: ObjectsView) {
    this.#view = view;
  }

  /** Returns the service for a path, decoded as in `RequestInfo`. Undefined means this server. */
  at(path: string): RemoteService | undefined {
    const services = this.all();
    if (services.size === 0 || !path.startsWith("/apis/")) return undefined;
    const [, , group, version] = path.split("/", 4);
    return services.get(`${group}/${version}`);
  }

  /** Returns all services by `group/version`. */
  all(): ReadonlyMap<string, RemoteService> {
    const { generation } = this.#view;
    if (generation !== this.#generation) {
      const found = this.#view.list().flatMap((object) => remoteService(object) ?? []);
      this.#services = new Map(found.map((service) => [`${service.group}/${service.version}`, service]));
      this.#generation = generation;
    }
    return this.#services;
  }
}

/** Store prefix of APIServices. */
export const API_SERVICES = "apiregistration.k8s.io/apiservices";

/** A group and version that another API server serves. */
export interface RemoteService {
  readonly group: string;
  readonly version: string;
  readonly target: ServiceTarget;
  /** `groupPriorityMinimum`. When documents are merged, those of a higher priority come first. */
  readonly priority: number;
  /** The status of its condition `Available`. */
  readonly isAvailable: boolean;
}

/** Returns the service that an APIService refers to, or undefined for this server itself. */
export function remoteService(object: KubeObject): RemoteService | undefined {
  const spec = membersOf<APIServiceSpec>(object.spec);
  const { group = "", version = "", caBundle, insecureSkipTLSVerify, service } = spec;
  if (!isJsonObject(service)) return undefined;
  const { namespace = "", name = "", port = 443 } = service;
  const pem = Buffer.from(caBundle ?? "", "base64").toString();
  return {
    group,
    version,
    target: { namespace, name, port, caBundle: pem, insecureSkipTLSVerify: insecureSkipTLSVerify === true },
    priority: spec.groupPriorityMinimum ?? 0,
    isAvailable: availableCondition(object)?.status === "True",
  };
}

/** Conditions in the status; empty if there is none. */
export const conditionsOf = ({ status }: KubeObject): readonly Condition[] =>
  membersOf<{ conditions: readonly Condition[] }>(status).conditions ?? [];

/** The condition `Available`; undefined before the first check. */
export const availableCondition = (object: KubeObject): Condition | undefined =>
  conditionsOf(object).find(({ type }) => type === "Available");
