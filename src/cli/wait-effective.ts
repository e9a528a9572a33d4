import { kubeObject } from "../api/object/kube-object.ts";
import { type JsonObject, records, text, texts } from "../json/value.ts";
import { kubeconfigsOf } from "./connect/kubeconfigs.ts";
import { nonNegativeDurationFlag } from "./flags/durations.ts";
import { type ServerClient, serverClient } from "./server-client.ts";
import { CLEAR_LINE, type Screen } from "./terminal.ts";

/** Flags of the command that waits for configurations. Without `revision` the newest one counts. */
export interface WaitFlags {
  readonly revision?: string;
  readonly timeout: string;
  readonly kubeconfig?: string;
}

const GROUP = "/apis/admissionregistration.k8s.io/v1";
const PAUSE_MS = 100;

/**
 * Queries one server, which sees the others by their Leases, until the requested configurations are in effect
 * on all. Returns the line to print. Throws an Error that names the servers without them at the timeout.
 */
export async function waitEffective(
  names: readonly string[],
  flags: WaitFlags,
  env: Readonly<Record<string, string | undefined>>,
  screen: Screen,
): Promise<string> {
  const until = performance.now() + nonNegativeDurationFlag("--timeout", flags.timeout, "30s");
  const ask = serverClient(kubeconfigsOf(flags.kubeconfig, env));
  const path = `/readyz/effective${query(await revisionOf(ask, names, flags))}`;
  for (;;) {
    const { status, body } = await ask("GET", path);
    const said = String(body.message ?? "").trim();
    if (status === 200) return `${lastLine(said)}\n`;
    if (status !== 500 || !said.startsWith("[")) throw new Error(`the server answers ${status}: ${said}`);
    if (performance.now() > until) throw new Error(`not in effect after ${flags.timeout}:\n${said}`);
    if (screen.isTTY) screen.write(`${CLEAR_LINE}${lastLine(said)}`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

const lastLine = (text: string): string => text.slice(text.lastIndexOf("\n") + 1);

const query = (revision: number | undefined): string =>
  revision === undefined ? "" : `?revision=${revision}`;

/**
 * Returns the newest revision of the named objects; undefined: the newest configuration at the time of the
 * query.
 */
async function revisionOf(
  ask: ServerClient,
  names: readonly string[],
  { revision }: WaitFlags,
): Promise<number | undefined> {
  if (revision !== undefined && !/^\d{1,15}$/.test(revision))
    throw new Error(`--revision: ${JSON.stringify(revision)} is not a resourceVersion`);
  const all = revision === undefined ? [] : [Number(revision)];
  const plurals = names.length === 0 ? new Map() : await pluralsOf(ask);
  for (const name of names) all.push(await revisionOfNamed(ask, plurals, name));
  return all.length === 0 ? undefined : Math.max(...all);
}

/** Returns the plurals by every name of the resources, in lower case. */
async function pluralsOf(ask: ServerClient): Promise<Map<string, string>> {
  const { status, body } = await ask("GET", GROUP);
  if (status !== 200) throw new Error(`the server answers ${status} for ${GROUP}: ${messageOf(body)}`);
  return new Map(
    records(body.resources).flatMap((resource) => {
      const name = text(resource.name);
      const words = [name, text(resource.singularName), ...texts(resource.shortNames)];
      return name.includes("/") ? [] : words.map((word) => [word, name] as const);
    }),
  );
}

async function revisionOfNamed(
  ask: ServerClient,
  plurals: ReadonlyMap<string, string>,
  named: string,
): Promise<number> {
  const [type = "", name = ""] = named.split("/");
  const plural = plurals.get(type.replace(/\.admissionregistration\.k8s\.io$/, "").toLowerCase());
  if (plural === undefined || name === "")
    throw new Error(
      `${JSON.stringify(named)} is not a TYPE/NAME of ${[...new Set(plurals.values())].join(", ")}; for other kinds give --revision`,
    );
  const { status, body } = await ask("GET", `${GROUP}/${plural}/${encodeURIComponent(name)}`);
  if (status !== 200) throw new Error(messageOf(body));
  return Number(kubeObject(body).metadata.resourceVersion);
}

const messageOf = (body: JsonObject): string => String(body.message ?? JSON.stringify(body));
