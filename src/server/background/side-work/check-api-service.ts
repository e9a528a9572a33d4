import type { ServiceClient } from "../../../api/exchange/service-client.ts";
import { messageOf } from "../../../report/describe-error.ts";
import { objectOf } from "../../../storage/object-of.ts";
import type { AvailabilityMetrics } from "../../aggregation/availability-metrics.ts";
import type { RemoteDiscovery } from "../../aggregation/remote-discovery.ts";
import { AS_AGGREGATOR, getFrom } from "../../aggregation/remote-document.ts";
import { API_SERVICES, type RemoteService, remoteService } from "../../aggregation/remote-services.ts";
import type { RemoteSwaggers } from "../../aggregation/remote-swaggers.ts";
import { type Availability, storedAvailability, unavailable } from "../../aggregation/stored-availability.ts";
import type { ServiceLookup } from "../../options.ts";
import type { KindStatusParts } from "./reconcile-stored.ts";
import { writeAvailability } from "./write-availability.ts";

interface CheckParts extends KindStatusParts {
  readonly services: ServiceLookup;
  readonly serviceClient: ServiceClient;
  readonly remoteDiscovery: RemoteDiscovery;
  readonly remoteSwaggers: RemoteSwaggers;
  readonly availability: AvailabilityMetrics;
}

/**
 * Reads the discovery document of the API server behind an APIService, and its other documents, and writes
 * the result into the status. Returns true if it is available, or if the APIService is for this server or
 * does not exist (kube-aggregator/pkg/controllers/status/remote/remote_available_controller.go, sync).
 */
export async function checkApiService(parts: CheckParts, name: string): Promise<boolean> {
  const { storage, views, services, remoteDiscovery, remoteSwaggers } = parts;
  const key = `/registry/${API_SERVICES}/${name}`;
  const entry = await storage.get(key);
  const remote = entry && remoteService(objectOf(entry));
  if (remote === undefined) return true;
  const found = storedAvailability(objectOf(entry!), services) ?? (await ask(parts, remote));
  const isAvailable = found.status === "True";
  if (isAvailable) await Promise.all([remoteDiscovery.refresh(remote), remoteSwaggers.refresh(remote)]);
  else remoteDiscovery.forget(remote.group, remote.version);
  const revision = await writeAvailability(parts, parts.availability, name, () => found);
  if (revision !== undefined) await views.of(API_SERVICES).seen(revision);
  return isAvailable;
}

/** Number of concurrent requests. The first good response counts, because one route can be broken. */
const ATTEMPTS = 5;

async function ask({ serviceClient }: CheckParts, remote: RemoteService): Promise<Availability> {
  const attempts = Array.from({ length: ATTEMPTS }, () => askOnce(serviceClient, remote));
  try {
    await Promise.any(attempts);
    return PASSED;
  } catch (error) {
    const last = error instanceof AggregateError ? error.errors.at(-1) : error;
    return unavailable("FailedDiscoveryCheck", messageOf(last));
  }
}

const PASSED: Availability = { status: "True", reason: "Passed", message: "all checks passed" };

async function askOnce(
  serviceClient: ServiceClient,
  { group, version, target }: RemoteService,
): Promise<void> {
  const path = `/apis/${group}/${version}`;
  const url = `https://${serviceClient.addressOf(target)}${path}`;
  let status: number;
  try {
    const answer = await getFrom(serviceClient, target, path, AS_AGGREGATOR);
    status = answer.status;
    await answer.body[Symbol.asyncIterator]().return?.();
  } catch (error) {
    throw new Error(
      `failing or missing response from ${url}: Get ${JSON.stringify(url)}: ${messageOf(error)}`,
      { cause: error },
    );
  }
  if (status < 200 || status > 299)
    throw new Error(`failing or missing response from ${url}: bad status from ${url}: ${status}`);
}
