import type { JsonObject } from "../../api/json.ts";
import type { KubeObject } from "../../api/meta.ts";
import {
  acceptNames,
  type NamesInUse,
  namesInUse,
} from "../../resources/kinds/apiextensions/custom-resource-definition/accept-names.ts";
import { updateManagedFields } from "../../resources/machine/apply/update-managed-fields.ts";
import { objectOf } from "../../storage/object-of.ts";
import type { Entry } from "../../storage/storage.ts";
import { seal } from "../handle/write/seal.ts";
import type { SideWork } from "../handle/write/side-work.ts";
import type { KindStatusParts } from "./status-parts.ts";

const PREFIX = "apiextensions.k8s.io/customresourcedefinitions";

/**
 * After a definition of custom resources was written or has gone, its names and those of the others in its group are
 * compared and the outcome is written to their status, before the client hears of its own write: who polls for
 * `Established` finds it at once (apiextensions-apiserver/pkg/controller/status/naming_controller.go, sync).
 */
export function definitionNames({ storage, views, now, kind }: KindStatusParts): SideWork {
  const acceptAll = async (): Promise<void> => {
    const { entries } = await storage.list(`/registry/${PREFIX}/`);
    const inUse = namesInUse(entries.map((entry) => objectOf(entry)));
    const revisions = await Promise.all(entries.map((entry) => acceptOne(entry, inUse)));
    await views.of(PREFIX).seen(Math.max(0, ...revisions));
  };
  const acceptOne = async (entry: Entry, inUse: NamesInUse): Promise<number> => {
    const object = objectOf(entry);
    const status = acceptNames(object, inUse, now()) as unknown as JsonObject;
    if (object.metadata.deletionTimestamp !== undefined || status === object.status) return 0;
    const next: KubeObject = { ...object, metadata: { ...object.metadata }, status };
    next.metadata.managedFields = updateManagedFields({
      live: object,
      object: next,
      shape: kind.shape,
      manager: "kube-apiserver",
      apiVersion: "apiextensions.k8s.io/v1",
      subresource: "status",
      now: now(),
      resetFields: [["spec"]],
    });
    const result = await storage.update(entry.key, entry.revision, (revision) => seal(next, revision, kind));
    return result.kind === "written" ? result.entry.revision : 0;
  };
  return { begin: () => ({ commit: acceptAll, abort: () => {} }), removed: acceptAll };
}
