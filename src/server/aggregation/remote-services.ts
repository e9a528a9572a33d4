import type { ObjectsView } from "../views/views.ts";
import { type RemoteService, remoteService } from "./remote-service.ts";

/** The groups and versions that other API servers have, as the store has them now. */
export class RemoteServices {
  readonly #view: ObjectsView;
  #generation = -1;
  /** By `group/version`. */
  #services: ReadonlyMap<string, RemoteService> = new Map();

  /** `view`: over APIServices. */
  constructor(view: ObjectsView) {
    this.#view = view;
  }

  /** Whose a path is, decoded as in `RequestInfo`; undefined: this server's. */
  at(path: string): RemoteService | undefined {
    const services = this.all();
    if (services.size === 0 || !path.startsWith("/apis/")) return undefined;
    const [, , group, version] = path.split("/", 4);
    return services.get(`${group}/${version}`);
  }

  /** By `group/version`. */
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
