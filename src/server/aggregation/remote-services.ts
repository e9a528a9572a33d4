import type { ObjectsView } from "../admit/views/views.ts";
import { type RemoteService, remoteService } from "./remote-service.ts";

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
