import { membersOf, record } from "../../api/json.ts";
import type { KubeObject } from "../../api/meta.ts";
import { formatTime } from "../../api/time.ts";
import type { KindDefinition } from "../../resources/kind.ts";
import { updateManagedFields } from "../../resources/machine/apply/update-managed-fields.ts";
import type { SideWork } from "../handle/write/side-work.ts";
import type { Views } from "../views/views.ts";
import { reconcileStored } from "./reconcile-stored.ts";
import type { KindStatusParts } from "./status-parts.ts";

const PREFIX = "/registry/apiregistration.k8s.io/apiservices/";

/**
 * The condition `Available` of API services: those of this server always are, those behind a service never, for want of
 * the service or because requests are not passed on. Written before the client hears of its write.
 */
export function apiServiceStatus({ storage, views, now, kind }: KindStatusParts): SideWork {
  const updateStatus = (name: string): Promise<void> =>
    reconcileStored(storage, kind, `${PREFIX}${name}`, (object) => {
      const wanted = availability(object, views);
      return says(object, wanted) ? undefined : withCondition(object, wanted, kind, now());
    });
  return { begin: ({ metadata }) => ({ commit: () => updateStatus(metadata.name ?? ""), abort: () => {} }) };
}

interface Availability {
  readonly status: "True" | "False";
  readonly reason: string;
  readonly message: string;
}

interface Condition extends Availability {
  readonly type: string;
  readonly lastTransitionTime: string;
}

interface ServiceReference {
  readonly namespace?: string;
  readonly name?: string;
  readonly port?: number;
}

function availability({ spec }: KubeObject, views: Views): Availability {
  const { service } = membersOf<{ service?: ServiceReference | null }>(spec);
  if (service === undefined || service === null)
    return { status: "True", reason: "Local", message: "Local APIServices are always available" };
  const { namespace = "", name = "", port = 443 } = service;
  const found = views.of("services/specs").get(namespace, name);
  const where = `service/${name} in ${JSON.stringify(namespace)}`;
  if (found === undefined) return unavailable("ServiceNotFound", `${where} is not present`);
  const { ports = [] } = membersOf<{ ports?: readonly { port?: number }[] }>(found.spec);
  if (!ports.some((p) => p.port === port))
    return unavailable("ServicePortError", `${where} is not listening on port ${port}`);
  return unavailable("FailedDiscoveryCheck", `this server does not pass requests on to ${where}`);
}

const unavailable = (reason: string, message: string): Availability => ({ status: "False", reason, message });

const conditionsOf = ({ status }: KubeObject): readonly Condition[] =>
  membersOf<{ conditions?: readonly Condition[] }>(status).conditions ?? [];

const available = (object: KubeObject): Condition | undefined =>
  conditionsOf(object).find(({ type }) => type === "Available");

function says(object: KubeObject, { status, reason, message }: Availability): boolean {
  const found = available(object);
  return found?.status === status && found.reason === reason && found.message === message;
}

function withCondition(
  object: KubeObject,
  wanted: Availability,
  kind: KindDefinition,
  now: number,
): KubeObject {
  const before = available(object);
  const lastTransitionTime = before?.status === wanted.status ? before.lastTransitionTime : formatTime(now);
  const condition = { type: "Available", lastTransitionTime, ...wanted };
  const others = conditionsOf(object).filter(({ type }) => type !== "Available");
  const next: KubeObject = {
    ...object,
    metadata: { ...object.metadata },
    status: { ...record(object.status), conditions: [...others.map((c) => ({ ...c })), condition] },
  };
  next.metadata.managedFields = updateManagedFields({
    live: object,
    object: next,
    shape: kind.shape,
    manager: "kube-apiserver",
    apiVersion: "apiregistration.k8s.io/v1",
    subresource: "status",
    now,
    resetFields: [["spec"]],
  });
  return next;
}
