import type { KubeObject } from "../../api/meta.ts";
import { StatusError } from "../../api/status.ts";
import { type BootOptions, bootObjects } from "../../resources/boot/boot-objects.ts";
import type { InternalWrites } from "../handle/write/writes.ts";
import { createInternally } from "./internal-requests.ts";

/**
 * Creates the objects that every server has at its start: the system namespaces, the service of the API
 * itself, roles. Namespaces are created first, all others concurrently, so that a durable store commits them
 * together.
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

/** Receives an object that is missing because its creation was refused. */
export type TellOfRefusal = (object: KubeObject, error: StatusError) => void;

/**
 * Returns the field manager of a boot object: in the reference, a controller with a name of its own creates
 * the objects of priority and fairness.
 */
const managerOf = ({ apiVersion }: KubeObject): string | undefined =>
  apiVersion?.startsWith("flowcontrol.") ? "api-priority-and-fairness-config-producer-v1" : undefined;

const ATTEMPTS = 20;
const PAUSE_MS = 100;

/**
 * Retries a refused creation up to 20 times, 100 ms apart: another server on the same store may be at work,
 * so that an address is allocated whose service does not exist yet.
 */
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
