import type { AdmissionPorts, Lookup } from "../../admission/ports.ts";
import type { KubeObject } from "../../api/meta.ts";
import { objectIn } from "../../api/object/document.ts";
import { StatusError } from "../../api/status.ts";
import { thenMaybe } from "../../async/then-maybe.ts";
import { record } from "../../json/value.ts";
import type { Registry } from "../../resources/registry.ts";
import type { Entry, Storage } from "../../storage/storage.ts";
import type { ImmediateAuthorizer } from "../authorize/authorize.ts";
import { authorizeUser } from "../authorize/authorize-user.ts";
import type { FullServerOptions, ServiceLookup } from "../options.ts";
import { paramLookup } from "./policy-ports.ts";
import { registryPorts } from "./registry-ports.ts";
import type { Views } from "./views/views.ts";

/** Builds the ports of the admission engine from registry, storage and views. */
export function admissionPorts(
  { uid, log, steadyClock, ...options }: FullServerOptions,
  call: AdmissionPorts["call"],
  views: Views,
  registry: () => Registry,
  { authorize, writeStatus, create }: Powers,
): AdmissionPorts {
  const { storage } = options;
  const stored = storedObjects(options, registry);
  const namespaces = views.of("namespaces");
  const priorityClasses = views.of(PRIORITY_CLASSES);
  return {
    ...registryPorts(registry),
    namespaceLabels: (name) => labelsOf(storage, views, name),
    namespace: (name) => namespaceOf(storage, views, name),
    call,
    authorize: authorizeUser(authorize),
    params: paramLookup(storage, registry),
    now: () => steadyClock.now(),
    uid,
    lookup: {
      ...stored,
      // The views answer without a search: most writes ask for their namespace, and most pods for the default class.
      get: (group, plural, namespace, name) =>
        (group === "" && plural === "namespaces" ? namespaces.get(namespace, name) : undefined) ??
        stored.get(group, plural, namespace, name),
      list: (group, plural, namespace) =>
        group === "scheduling.k8s.io" && plural === PRIORITY_CLASSES
          ? priorityClasses.list()
          : stored.list(group, plural, namespace),
      chargeQuota: chargeBy(writeStatus),
      createNamespace: (name) => create({ apiVersion: "v1", kind: "Namespace", metadata: { name } }),
    },
    log,
  };
}

/** Store prefix of the classes of pods, and their plural. */
export const PRIORITY_CLASSES = "priorityclasses";

/** Reads a namespace from the cache, or from the storage if the cache does not have it. */
function namespaceOf(
  storage: Storage,
  views: Views,
  name: string,
): KubeObject | undefined | Promise<KubeObject | undefined> {
  const cached = views.of("namespaces").get("", name);
  if (cached !== undefined) return cached;
  return storage.get(`/registry/namespaces/${name}`).then((entry) => objectIn(entry?.document));
}

function labelsOf(
  storage: Storage,
  views: Views,
  name: string,
): Labels | undefined | Promise<Labels | undefined> {
  const labels = (found: KubeObject | undefined): Labels | undefined =>
    found && (found.metadata.labels ?? NO_LABELS);
  const found = namespaceOf(storage, views, name);
  return thenMaybe(found, labels);
}

type Labels = Readonly<Record<string, string>>;
const NO_LABELS: Labels = {};

/** Lookups of stored objects for the built-in plugins; the reference's plugins have informers for them. */
export function storedObjects(
  { storage, now, features }: Pick<FullServerOptions, "storage" | "now" | "features">,
  registry: () => Registry,
): Lookup {
  const prefixOf = (group: string, plural: string, namespace: string): string =>
    `/registry/${registry().resource(group, plural)?.storagePrefix}/${namespace === "" ? "" : `${namespace}/`}`;
  const objectOf = (entry: Entry | undefined) => objectIn(entry?.document);
  return {
    get: (group, plural, namespace, name) =>
      objectOf(storage.getCached(prefixOf(group, plural, namespace) + name)),
    list: (group, plural, namespace = "") =>
      storage.listCached(prefixOf(group, plural, namespace)).entries.map((entry) => objectIn(entry.document)),
    live: async (group, plural, namespace, name) =>
      objectOf(await storage.get(prefixOf(group, plural, namespace) + name)),
    now,
    isOn: (gate) => features.isOn(gate),
  };
}

/** Operations that plugins perform as the server, through internal requests. */
interface Powers {
  readonly authorize: ImmediateAuthorizer;
  /** Writes the object's status as a PUT does. Throws the StatusError of a refusal. */
  writeStatus(object: KubeObject): Promise<void>;
  /** Creates the object if it does not exist. Throws the StatusError of a refusal. */
  create(object: KubeObject): Promise<void>;
}

/**
 * Charges a quota through its status: webhooks are called for the write, and it has a field manager
 * (resourcequota/resource_access.go, UpdateQuotaStatus). Resolves with false on a conflict (409).
 */
const chargeBy =
  (writeStatus: Powers["writeStatus"]) =>
  async (quota: KubeObject, used: Readonly<Record<string, string>>): Promise<boolean> => {
    try {
      await writeStatus({ ...quota, status: { ...record(quota.status), used: { ...used } } });
      return true;
    } catch (error) {
      if (error instanceof StatusError && error.code === 409) return false;
      throw error;
    }
  };

/** Services and their EndpointSlices, for addresses of webhooks. */
export function serviceLookup(views: Views): ServiceLookup {
  const services = views.of("services/specs");
  const slices = views.of("endpointslices");
  return {
    service: (namespace, name) => services.get(namespace, name),
    endpointSlices: (namespace, service) =>
      slices
        .list(namespace)
        .filter((slice) => slice.metadata.labels?.["kubernetes.io/service-name"] === service),
  };
}
