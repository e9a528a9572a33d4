import { type Client, CONCERNS, type Finding, type Found, type Place, SEVERITIES } from "./finding.ts";

const MOST_IDS = 20;
const MOST_PLACES = 50;
const MOST_CLIENTS = 50;
/** Highest number of causes. Requests with further causes are counted only. */
const MOST_FINDINGS = 2_000;

interface Collected {
  readonly first: Found;
  requests: number;
  objects: number;
  readonly clients: Map<string, { readonly agent: string; readonly user: string; count: number }>;
  readonly ids: string[];
  readonly places: Place[];
}

/** Groups findings by cause. */
export class FindingCollector {
  readonly #collected = new Map<string, Collected>();
  readonly #mostIds: number;
  /** Number of findings without a place, because there are too many causes. */
  ungrouped = 0;

  constructor(mostIds = MOST_IDS) {
    this.#mostIds = mostIds;
  }

  /** True if the cause is known already, so that its example need not be made. */
  has({ concern, cause }: Pick<Found, "concern" | "cause">): boolean {
    return this.#collected.has(`${concern}\n${cause}`);
  }

  add(found: Found): void {
    const key = `${found.concern}\n${found.cause}`;
    let one = this.#collected.get(key);
    if (one === undefined) {
      if (this.#collected.size >= MOST_FINDINGS) {
        this.ungrouped += 1;
        return;
      }
      one = { first: found, requests: 0, objects: 0, clients: new Map(), ids: [], places: [] };
      this.#collected.set(key, one);
    }
    addTo(one, found, this.#mostIds);
  }

  /** All findings: the most severe first, then in the order of the concerns, then by number. */
  findings(): Finding[] {
    return [...this.#collected.values()].map(findingOf).sort(bySeverity);
  }
}

function addTo(one: Collected, { request, place }: Found, mostIds: number): void {
  if (request !== undefined) {
    const { id, agent, user, count = 1 } = request;
    one.requests += count;
    if (id !== "" && one.ids.length < mostIds) one.ids.push(id);
    const name = `${agent}\n${user}`;
    const client = one.clients.get(name);
    if (client !== undefined) client.count += count;
    else if (one.clients.size < MOST_CLIENTS) one.clients.set(name, { agent, user, count });
  }
  if (place !== undefined) {
    one.objects += 1;
    if (one.places.length < MOST_PLACES) one.places.push(place);
  }
}

function findingOf({ first, requests, objects, clients, ids, places }: Collected): Finding {
  const {
    concern,
    severity = CONCERNS[concern].severity,
    cause,
    gate = "",
    change = "",
    example = [],
  } = first;
  const sorted: Client[] = [...clients.values()].sort((a, b) => b.count - a.count);
  return { concern, severity, cause, gate, change, requests, clients: sorted, ids, places, objects, example };
}

const ORDER = Object.keys(CONCERNS);

const bySeverity = (a: Finding, b: Finding): number =>
  SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
  ORDER.indexOf(a.concern) - ORDER.indexOf(b.concern) ||
  b.requests + b.objects - (a.requests + a.objects);
