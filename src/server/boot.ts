import type { KubeObject } from "../api/meta.ts";
import { StatusError } from "../api/status.ts";
import { type BootOptions, bootObjects } from "../resources/boot/boot-objects.ts";
import type { InternalWrites } from "./internal-requests.ts";
import { createInternally } from "./internal-requests.ts";

/**
 * What is there from the first moment on: the system namespaces, the service of the API itself, roles. Namespaces go
 * first, all others side by side, so that a durable store commits them together.
 */
export async function createBootObjects(
  writes: InternalWrites,
  options: BootOptions = {},
  refused?: TellOfRefusal,
): Promise<void> {
  const objects = bootObjects(options);
  const isNamespace = ({ kind }: KubeObject): boolean => kind === "Namespace";
  const create = (object: KubeObject): Promise<void> => createAtLast(writes, object, refused);
  await Promise.all(objects.filter(isNamespace).map(create));
  await Promise.all(objects.filter((one) => !isNamespace(one)).map(create));
}

/** Told of an object that is not there because somebody refused it. */
export type TellOfRefusal = (object: KubeObject, error: StatusError) => void;

/** The objects of priority and fairness are made by a part of the reference with a name of its own. */
const managerOf = ({ apiVersion }: KubeObject): string | undefined =>
  apiVersion?.startsWith("flowcontrol.") ? "api-priority-and-fairness-config-producer-v1" : undefined;

const ATTEMPTS = 20;
const PAUSE_MS = 100;

/** Another server on the same store may be in the middle of it: its address is taken, and the service not yet there. */
async function createAtLast(
  writes: InternalWrites,
  object: KubeObject,
  refused: TellOfRefusal | undefined,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await createInternally(writes, object, managerOf(object));
      return;
    } catch (error) {
      if (!(error instanceof StatusError)) throw error;
      if (attempt === ATTEMPTS && refused === undefined) throw error;
      if (attempt === ATTEMPTS) return refused?.(object, error);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}
