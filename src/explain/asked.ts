import { POLICY_KINDS, WEBHOOK_KINDS } from "../api/hook-kinds.ts";
import { record, records } from "../json/value.ts";
import type { Ending } from "./ending/ending.ts";
import type { Cause, Step } from "./explanation.ts";
import { nearest } from "./near.ts";
import { isUnneeded } from "./steps/reinvocation.ts";
import { isBoundInVain, refusedBindings } from "./uncalled.ts";
import type { World } from "./world.ts";

interface Known {
  readonly all: readonly Cause[];
  readonly steps: readonly Step[];
  readonly ending: Ending;
  readonly world: World;
}

/**
 * Findings about one webhook, policy or binding. A cause for which the request left it out is a finding, too.
 */
export function askedFindings(asked: string, { all, steps, ending, world }: Known): Cause[] {
  const named = isNamed(asked);
  // If a binding misspells the policy's name, the binding is to be changed.
  const meant = all.filter(({ code, fix }) => code === "no-binding" && fix === asked);
  const own = all.filter(named);
  const inVain = [...refusedBindings(all, asked, world), ...all.filter(isAround(asked, world))];
  const left = steps
    .filter(isStepOf(asked))
    .flatMap((step) => (step.kind === "plugin" || step.why === undefined ? [] : [step.why]))
    .filter((cause) => (cause.code !== "denied" || ending.stage !== "done") && !isUnneeded(cause))
    .filter((cause) => !isBoundInVain(cause, all, world));
  const ended = ending.cause === undefined ? [] : [ending.cause];
  const known = knownNames(world);
  const causes = distinct([...ended, ...meant, ...inVain, ...left, ...own]);
  if (known.includes(asked) || causes.length > ended.length) return causes;
  return [...ended, unknownName(asked, known)];
}

/**
 * True if a step belongs to the given name: of a webhook, a configuration, a policy or a binding, without the
 * kind.
 */
export const isStepOf =
  (asked: string) =>
  (step: Step): boolean =>
    step.name === asked ||
    (step.kind === "webhook" && step.configuration === asked) ||
    (step.kind === "policy" && step.binding === asked);

const isNamed =
  (asked: string) =>
  ({ of, webhook }: Cause): boolean =>
    webhook === asked || of === asked || of.slice(of.indexOf("/") + 1) === asked;

/** True if the server refused the whole configuration that has this webhook. */
const isAround =
  (asked: string, { sources }: World) =>
  ({ code, of }: Cause): boolean => {
    const [kind = "", name = ""] = of.split("/");
    const webhooks = records(sources.find(kind, name)?.object.webhooks);
    return code === "invalid-configuration" && webhooks.some((one) => one.name === asked);
  };

function distinct(causes: readonly Cause[]): Cause[] {
  const seen = new Set<string>();
  return causes.filter(({ code, of, webhook, at, message }) => {
    const key = [code, of, webhook, at, code === "no-binding" ? "" : message].join("\n");
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function knownNames(world: World): string[] {
  const names = (kind: string): string[] => world.all(kind).map(({ metadata }) => metadata.name ?? "");
  const policies = Object.values(POLICY_KINDS).flatMap((kind) => [
    ...names(kind),
    ...names(`${kind}Binding`),
  ]);
  const webhooks = Object.values(WEBHOOK_KINDS).flatMap((kind) =>
    world
      .all(kind)
      .flatMap(({ metadata, webhooks: list }) => [
        metadata.name ?? "",
        ...(Array.isArray(list) ? list.map((one) => String(record(one).name ?? "")) : []),
      ]),
  );
  return [...policies, ...webhooks];
}

function unknownName(asked: string, known: readonly string[]): Cause {
  const near = nearest(asked, known);
  const hint = near === undefined ? "" : `; there is "${near}"`;
  const message = `there is no webhook, policy or binding "${asked}"${hint}`;
  return { code: "unknown-name", of: "", webhook: asked, message, saw: null, at: "", fix: near ?? "" };
}
