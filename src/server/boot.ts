import type { KubeObject } from "../api/meta.ts";
import { clone } from "../json/object.ts";
import { type BootOptions, bootObjects } from "../resources/builtin/boot-objects.ts";
import type { House } from "./house.ts";
import { createInternally } from "./internal-requests.ts";

/**
 * What is there from the first moment on: the system namespaces, the service of the API itself, roles (api-surface
 * B.1). Namespaces go first, all others side by side, so that a durable store commits them together.
 */
export async function createBootObjects(house: House, options: BootOptions = {}): Promise<void> {
  const objects = bootObjects(options).map((object) => clone(object) as KubeObject);
  const isNamespace = ({ kind }: KubeObject): boolean => kind === "Namespace";
  await Promise.all(objects.filter(isNamespace).map((object) => createInternally(house, object)));
  await Promise.all(objects.filter((o) => !isNamespace(o)).map((object) => createInternally(house, object)));
}
