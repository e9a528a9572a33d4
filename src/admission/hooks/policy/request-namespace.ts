import type { KubeObject } from "../../../api/meta.ts";
import { notFound, type StatusError } from "../../../api/status.ts";
import { thenMaybe } from "../../../async/then-maybe.ts";
import type { Attributes } from "../../attributes.ts";
import type { AdmissionPorts } from "../../ports.ts";

type Found = KubeObject | StatusError | null;

/**
 * Returns the namespace of a request for policies: null for cluster scope, and for namespaces themselves; a
 * 404 if it does not exist.
 */
export function requestNamespace(
  { namespace, kind }: Attributes,
  ports: AdmissionPorts,
): Found | Promise<Found> {
  const isNamespace = kind.kind === "Namespace" && kind.version === "v1" && kind.group === "";
  if (namespace === "" || isNamespace || ports.namespace === undefined) return null;
  return thenMaybe(
    ports.namespace(namespace),
    (found): Found => found ?? notFound({ group: "", resource: "namespaces" }, namespace),
  );
}
