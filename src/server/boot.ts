import { parseGroupVersion } from "../api/group-version.ts";
import { memoryRequest } from "../api/memory-request.ts";
import type { KubeObject } from "../api/meta.ts";
import { StatusError } from "../api/status.ts";
import { clone } from "../json/object.ts";
import { type BootOptions, bootObjects } from "../resources/builtin/boot-objects.ts";
import { parseRequestInfo } from "./accept/request-info.ts";
import { createWarningRecorder } from "./accept/warning-recorder.ts";
import { createObject } from "./handle/create.ts";
import { storageKey, type Target } from "./handle/target.ts";
import type { House } from "./house.ts";
import type { RequestContext } from "./request-context.ts";

/**
 * What is there from the first moment on: the system namespaces, the service of the API itself, roles (api-surface
 * B.1). Namespaces go first, all others side by side, so that a durable store commits them together.
 */
export async function createBootObjects(house: House, options: BootOptions = {}): Promise<void> {
  const objects = bootObjects(options).map((object) => clone(object) as KubeObject);
  const isNamespace = ({ kind }: KubeObject): boolean => kind === "Namespace";
  await Promise.all(objects.filter(isNamespace).map((object) => createIfMissing(house, object)));
  await Promise.all(objects.filter((o) => !isNamespace(o)).map((object) => createIfMissing(house, object)));
}

async function createIfMissing(house: House, object: KubeObject): Promise<void> {
  const { group, version } = parseGroupVersion(object.apiVersion ?? "");
  const found = house.registry().findKind(group, version, object.kind ?? "");
  if (found === undefined) return;
  const target: Target = {
    ...found,
    subresource: undefined,
    namespace: object.metadata.namespace ?? "",
    name: "",
  };
  const key = storageKey(found.resource, target.namespace, object.metadata.name ?? "");
  if ((await house.storage.get(key)) !== undefined) return;
  found.kind.applyDefaults(object);
  const options = {
    dryRun: false,
    fieldManager: "kube-apiserver",
    fieldValidation: "Ignore",
    force: undefined,
    given: {},
  } as const;
  try {
    await createObject(house, internalContext(house), target, object, options);
  } catch (error) {
    if (!(error instanceof StatusError) || error.reason !== "AlreadyExists") throw error;
  }
}

/** A request of the server to itself. */
function internalContext(house: House): RequestContext {
  const request = memoryRequest({ url: "/" });
  return {
    request,
    info: parseRequestInfo(request),
    auditId: "",
    receivedAt: house.now(),
    warnings: createWarningRecorder(),
    user: { username: "system:apiserver", groups: ["system:masters", "system:authenticated"] },
    impersonator: undefined,
    impersonation: "",
    timeoutMs: 60_000,
    authorization: undefined,
    verdicts: [],
    requestObject: undefined,
    responseObject: undefined,
    objectName: "",
  };
}
