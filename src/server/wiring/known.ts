import type { ServiceClient } from "../../api/exchange/service-client.ts";
import type { OpenParts } from "../../async/open-parts.ts";
import { BUILTIN_GROUP_ORDER } from "../../resources/kinds/index.ts";
import { createRegistry, type Registry } from "../../resources/registry.ts";
import { PRIORITY_CLASSES, serviceLookup } from "../admit/admission-ports.ts";
import { CONFIGURATIONS } from "../admit/views/configurations.ts";
import type { Views } from "../admit/views/views.ts";
import { createViews } from "../admit/views/views.ts";
import { AvailabilityMetrics } from "../aggregation/availability-metrics.ts";
import { RemoteDiscovery } from "../aggregation/remote-discovery.ts";
import { API_SERVICES, RemoteServices } from "../aggregation/remote-services.ts";
import { RemoteSwaggers } from "../aggregation/remote-swaggers.ts";
import { gnosticV2 } from "../describe/openapi/gnostic/gnostic.ts";
import { FLOW_VIEWS } from "../flow-control/flow-control.ts";
import { type StoredLookup, storedLookup } from "../handle/read/stored-lookup.ts";
import type { FullServerOptions, ServiceLookup, WebhookCaller } from "../options.ts";

/** The state of a server, and its clients for other servers. */
export interface Known {
  /** The existing kinds, as an immutable snapshot. */
  readonly registry: () => Registry;
  readonly setRegistry: (next: Registry) => void;
  readonly views: Views;
  readonly services: ServiceLookup;
  readonly stored: StoredLookup["stored"];
  readonly webhooks: WebhookCaller;
  readonly serviceClient: ServiceClient;
  readonly remoteServices: RemoteServices;
  readonly remoteDiscovery: RemoteDiscovery;
  readonly remoteSwaggers: RemoteSwaggers;
  readonly availability: AvailabilityMetrics;
}

/** Store prefixes of the views that requests use. */
const VIEWS = [
  "namespaces",
  ...CONFIGURATIONS,
  "roles",
  "rolebindings",
  "clusterroles",
  "clusterrolebindings",
  "apiextensions.k8s.io/customresourcedefinitions",
  API_SERVICES,
  PRIORITY_CLASSES,
  "services/specs",
  "ipaddresses",
  "endpointslices",
  ...FLOW_VIEWS,
];

/** Opens the built-in kinds, the views over the store, and the connections to webhooks and other servers. */
export async function openKnown(options: FullServerOptions, open: OpenParts): Promise<Known> {
  const { storage } = options;
  const { minor } = options.features;
  let current = createRegistry(options.resources, { groupOrder: BUILTIN_GROUP_ORDER, minor });
  const registry = (): Registry => current;
  const views = open.add(await createViews(storage, VIEWS), (one) => one.close());
  const services = serviceLookup(views);
  const webhooks = open.add(options.webhooks(services), (one) => one.close());
  const serviceClient = open.add(options.serviceClient(services), (one) => one.close());
  const remoteServices = new RemoteServices(views.of(API_SERVICES));
  return {
    registry,
    setRegistry: (next) => {
      current = next;
    },
    views,
    services,
    stored: storedLookup(storage, registry),
    webhooks,
    serviceClient,
    remoteServices,
    remoteDiscovery: new RemoteDiscovery(serviceClient),
    remoteSwaggers: new RemoteSwaggers(serviceClient, remoteServices, gnosticV2),
    availability: new AvailabilityMetrics(views.of(API_SERVICES)),
  };
}
