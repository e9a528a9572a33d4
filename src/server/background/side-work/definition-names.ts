import type { KubeObject } from "../../../api/meta.ts";
import { StatusError } from "../../../api/status.ts";
import type { JsonObject } from "../../../json/value.ts";
import { messageOf } from "../../../report/describe-error.ts";
import {
  acceptNames,
  claimNames,
  type NamesInUse,
  namesInUse,
} from "../../../resources/kinds/apiextensions/custom-resource-definition/accept-names.ts";
import { objectOf } from "../../../storage/object-of.ts";
import type { SideWork } from "../../handle/write/writes.ts";
import type { Log } from "../../log.ts";
import type { StatusParts } from "./reconcile-stored.ts";

const PREFIX = "apiextensions.k8s.io/customresourcedefinitions";

/** Parts that the statuses of definitions need. */
export interface DefinitionParts extends StatusParts {
  readonly log: Log;
  /** Writes the status through admission, like a request. Throws the StatusError of a refusal. */
  writeStatus(object: KubeObject): Promise<KubeObject | undefined>;
}

type Outcome = "same" | "changed" | "refused";

/** Time before the first retry after a refusal, in milliseconds; it doubles each time. */
const FIRST_WAIT = 5;
const LONGEST_WAIT = 1_000_000;

/**
 * Checks names after a definition of custom resources was written or deleted. Compares its names with those
 * of the others in its group, and writes the result to their status before the client receives the response
 * of its write. A client that polls for `Established` then finds it at once
 * (apiextensions-apiserver/pkg/controller/status/naming_controller.go, sync).
 */
export function definitionNames({ storage, views, now, log, writeStatus }: DefinitionParts): SideWork {
  let wait = FIRST_WAIT;
  const acceptAll = async (): Promise<void> => {
    const { entries } = await storage.list(`/registry/${PREFIX}/`);
    const objects = entries.map((entry) => objectOf(entry));
    const written: number[] = [];
    let outcome: Outcome;
    do {
      outcome = await acceptEach(objects, written);
    } while (outcome === "changed");
    if (outcome === "refused") tryLater();
    else wait = FIRST_WAIT;
    await views.of(PREFIX).seen(Math.max(0, ...written));
  };
  /**
   * Updates the status of each definition. Names that one definition gives up go to the first other one that
   * wants them. Adds the revisions of its writes to `written`.
   */
  const acceptEach = async (objects: KubeObject[], written: number[]): Promise<Outcome> => {
    const inUse = namesInUse(objects);
    let outcome: Outcome = "same";
    for (const [index, object] of objects.entries()) {
      const stored = await acceptOne(object, inUse);
      if (stored === undefined) outcome = "refused";
      if (stored === undefined || stored === object) continue;
      objects[index] = stored;
      claimNames(inUse, stored);
      written.push(Number(stored.metadata.resourceVersion ?? 0));
      if (outcome === "same") outcome = "changed";
    }
    return outcome;
  };
  /** Returns the stored object, the same one if nothing had to be written, or undefined after a refusal. */
  const acceptOne = async (object: KubeObject, inUse: NamesInUse): Promise<KubeObject | undefined> => {
    const status = acceptNames(object, inUse, now()) as unknown as JsonObject;
    if (object.metadata.deletionTimestamp !== undefined || status === object.status) return object;
    try {
      return (await writeStatus({ ...object, status })) ?? object;
    } catch (error) {
      // The other writer of the object compares the names again.
      if (error instanceof StatusError && (error.code === 404 || error.reason === "Conflict")) return object;
      log("warn", `${object.metadata.name} failed with: ${messageOf(error)}`);
      return undefined;
    }
  };
  const tryLater = (): void => {
    setTimeout(() => void acceptAll().catch(() => {}), wait).unref();
    wait = Math.min(2 * wait, LONGEST_WAIT);
  };
  return { begin: () => ({ commit: acceptAll }), removed: acceptAll };
}
