import { formatGroupVersion } from "../../../api/group-version.ts";
import { Document } from "../../../api/object/document.ts";
import type { Json, JsonObject } from "../../../json/value.ts";
import type { Target } from "../target.ts";
import type { WatchEvent } from "./events.ts";

/** Annotation of the bookmark behind the initial events. */
export const INITIAL_EVENTS_END = "k8s.io/initial-events-end";

/** Builds an object of the watched kind with its revision only (and the mark of the end of the initial events). */
export function bookmark({ kind }: Target, revision: number, initialEventsEnd: boolean): WatchEvent {
  const apiVersion = formatGroupVersion(kind);
  const { annotations, ...rest } = EMPTY[`${apiVersion} ${kind.kind}`] ?? {};
  const end = initialEventsEnd ? { [INITIAL_EVENTS_END]: "true" } : {};
  const all = { ...annotations, ...end };
  const metadata: JsonObject = { resourceVersion: String(revision) };
  if (Object.keys(all).length > 0) metadata.annotations = all;
  const bare = { kind: kind.kind, apiVersion, metadata, ...rest };
  const { object } = kind.arrange(kind.custom ? bare : kind.decode(bare));
  return { type: "BOOKMARK", document: new Document<Json>(object) };
}

interface EmptyObject {
  readonly annotations?: Readonly<Record<string, string>>;
  readonly spec?: JsonObject;
}

/**
 * Members of an empty object in kube-apiserver, whose conversions always set them
 * (kubernetes/pkg/apis/apps/v1/conversion.go).
 */
const EMPTY: Readonly<Record<string, EmptyObject>> = {
  "apps/v1 DaemonSet": { annotations: { "deprecated.daemonset.template.generation": "0" } },
  "apps/v1 Deployment": { spec: { replicas: 0 } },
  "apps/v1 ReplicaSet": { spec: { replicas: 0 } },
  "apps/v1 StatefulSet": { spec: { replicas: 0 } },
};
