import type { Operation } from "../../admission/attributes.ts";
import type { KubeObject } from "../../api/meta.ts";
import { records } from "../../json/value.ts";
import { type Bringing, bringUp, planOf } from "../bring-up/bring-up.ts";
import type { WebhookEntry } from "../model/configurations.ts";
import type { Model } from "../model/model.ts";
import { type Endpoint, endpointsOf, isNamespaces, requestTo } from "../requests/every-request.ts";
import { requestLimit, resourceText } from "../requests/lint-request.ts";
import { type NamespaceClass, Namespaces, namespaceClasses } from "../requests/namespaces.ts";
import { type Played, Player } from "../requests/player.ts";
import { differentLabels } from "../requests/satisfying.ts";
import { hanging, refusing } from "./broken.ts";
import type { Recovery } from "./missing-params.ts";
import { asWebhooks, type MissingParam, recoveryOfParams } from "./missing-params.ts";

/** Results of requests while webhooks are down. */
export interface Outage {
  readonly down: readonly string[];
  readonly rows: readonly OutageRow[];
  readonly recovery: readonly Recovery[];
}

/** Effect of an outage on one kind of request. */
export interface OutageRow {
  readonly operation: Operation;
  readonly resource: string;
  /** Names of namespaces; empty for a cluster-scoped resource. */
  readonly namespaces: readonly string[];
  /** `fails`: in any case. `fails-slowly`: when calls hang, not when they are refused immediately. */
  readonly outcome: "fails" | "fails-slowly" | "slow";
  /** The webhooks that are down and are called for the request. */
  readonly by: readonly string[];
  /** Duration when calls hang, in seconds. */
  readonly seconds: number;
  /** Limits on the objects for which this is so. */
  readonly only: readonly string[];
}

/**
 * Sends requests of every kind through the engine while webhooks are down, and parameters of policies are
 * missing.
 */
export async function outageOf(
  model: Model,
  down: readonly WebhookEntry[],
  missing: readonly MissingParam[] = [],
): Promise<Outage> {
  const { model: whole, down: policies } = asWebhooks(model, missing);
  const all = [...whole.webhooks.filter((one) => down.some((other) => isSame(one, other))), ...policies];
  const rows = await new Outages(whole, all).rows();
  const atOnce = new Set(policies.map(nameText));
  return {
    down: [...down.map(nameText), ...missing.map(({ name }) => name)],
    rows: merged(
      rows.map((row) => (row.by.every((name) => atOnce.has(name)) ? { ...row, seconds: 0 } : row)),
    ),
    recovery: [
      ...(await recoveryOf(model, down)),
      ...(missing.length === 0 ? [] : await recoveryOfParams(model, missing)),
    ],
  };
}

const isSame = (one: WebhookEntry, other: WebhookEntry): boolean =>
  one.of === other.of && one.name === other.name;

/** Name of a webhook with that of its configuration. */
export const nameText = ({ configuration, name }: WebhookEntry): string => `${configuration}/${name}`;

class Outages {
  readonly #model: Model;
  readonly #down: readonly WebhookEntry[];
  readonly #names: ReadonlySet<string>;
  readonly #classes: readonly NamespaceClass[];
  readonly #player: Player;

  constructor(model: Model, down: readonly WebhookEntry[]) {
    this.#model = model;
    this.#down = down;
    this.#names = new Set(down.map(nameText));
    const namespaces = new Namespaces(model);
    this.#classes = namespaceClasses(model, namespaces, model.webhooks);
    const labels = new Map(this.#classes.map((one) => [one.name, one.labels]));
    this.#player = new Player({
      registry: model.registry,
      // Conditions are removed, because their result depends on objects that are not known yet.
      plan: planOf(model, withoutConditions(model)),
      labelsOf: (name) => labels.get(name) ?? namespaces.labelsOf(name),
    });
  }

  async rows(): Promise<OutageRow[]> {
    const rows: OutageRow[] = [];
    for (const endpoints of endpointsOf(this.#model, this.#down)) {
      const [first] = endpoints;
      const classes = first !== undefined && isInNamespaces(first) ? this.#classes : [undefined];
      for (const one of classes) {
        const own = first === undefined ? [] : await this.#rowsOf(first, one);
        rows.push(
          ...own.flatMap((row) =>
            endpoints.map((endpoint): OutageRow => ({ ...row, resource: resourceText(endpoint) })),
          ),
        );
      }
    }
    return rows;
  }

  /** Returns the rows for an object without labels, and for one with the labels that a webhook selects. */
  async #rowsOf(endpoint: Endpoint, place: NamespaceClass | undefined): Promise<OutageRow[]> {
    const different = differentLabels(this.#down.map(({ hook }) => hook.objectSelector));
    const rows: OutageRow[] = [];
    const seen = new Set<string>();
    for (const labels of different) {
      const row = await this.#rowOf(endpoint, place, labels);
      if (row === undefined || seen.has(row.by.join())) continue;
      seen.add(row.by.join());
      rows.push(row);
    }
    return rows;
  }

  async #rowOf(
    endpoint: Endpoint,
    place: NamespaceClass | undefined,
    labels: Readonly<Record<string, string>>,
  ): Promise<OutageRow | undefined> {
    const own = isNamespaces(endpoint) ? { ...place?.labels, ...labels } : labels;
    const request = requestTo(endpoint, place?.name ?? "", own);
    const isDown = (hook: string): boolean => this.#names.has(hook);
    const limit = requestLimit(request);
    const slow = await this.#player.play(request, hanging(isDown), limit);
    const called = this.#calledBy(slow);
    if (called.length === 0) return undefined;
    const quick = await this.#player.play(request, refusing(isDown), limit);
    const fails = quick.error === undefined ? "fails-slowly" : "fails";
    return {
      operation: endpoint.operation,
      resource: resourceText(request),
      namespaces: place?.names ?? [],
      outcome: slow.error === undefined ? "slow" : fails,
      by: called.map(nameText),
      seconds: Math.round(slow.milliseconds / 1000),
      only: [...new Set(called.flatMap(restrictions))],
    };
  }

  #calledBy({ verdict }: Played): WebhookEntry[] {
    return this.#down.filter(({ hook }) =>
      verdict.hooks.some(
        (line) => line.hook.uid === hook.uid && line.hook.phase === hook.phase && line.call !== undefined,
      ),
    );
  }
}

function restrictions({ hook, name }: WebhookEntry): string[] {
  const { objectSelector, conditions } = hook;
  const selector = objectSelector.kind === "selector" ? objectSelector.selector.toString() : "";
  return [
    ...(selector === "" ? [] : [`objects with ${selector}`]),
    ...(conditions.length === 0
      ? []
      : [`where the matchConditions of ${name} hold (${conditions.map((one) => one.name).join(", ")})`]),
  ];
}

const isInNamespaces = (endpoint: Endpoint): boolean => endpoint.namespaced || isNamespaces(endpoint);

/** Returns the stored configurations that have conditions, with a copy without these. */
function withoutConditions(model: Model): Map<KubeObject, KubeObject> {
  const all = new Map<KubeObject, KubeObject>();
  for (const { stored } of model.configurations) {
    const webhooks = records(stored?.webhooks);
    if (stored === undefined || webhooks.every((one) => one.matchConditions === undefined)) continue;
    all.set(stored, { ...stored, webhooks: webhooks.map(({ matchConditions: _, ...rest }) => rest) });
  }
  return all;
}

/** Merges rows that differ only in their namespaces. */
function merged(rows: readonly OutageRow[]): OutageRow[] {
  const all = new Map<string, OutageRow>();
  for (const row of rows) {
    const { namespaces, ...rest } = row;
    const key = JSON.stringify([rest, namespaces.length > 0]);
    const known = all.get(key);
    all.set(key, known === undefined ? row : { ...row, namespaces: [...known.namespaces, ...namespaces] });
  }
  return [...all.values()];
}

/** Reports, for each backend, if its pods can be created again while all of these webhooks are down. */
async function recoveryOf(model: Model, down: readonly WebhookEntry[]): Promise<Recovery[]> {
  const all = await bringUp(model);
  const found = all.filter(({ backend }) => backend.hooks.some((hook) => down.includes(hook)));
  const known = new Set(found.flatMap(({ backend }) => backend.hooks));
  return [
    ...found.map((one) => recovery(one, down)),
    ...down
      .filter((hook) => !known.has(hook))
      .map((hook) => ({ backend: nameText(hook), answer: "unknown" as const, blocked: [] })),
  ];
}

function recovery({ backend, blocked }: Bringing, down: readonly WebhookEntry[]): Recovery {
  const own = blocked.recovery.filter(({ by }) => down.includes(by));
  return { backend: backend.key, answer: own.length === 0 ? "yes" : "no", blocked: own };
}
