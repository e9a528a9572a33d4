import type { HookLine, PolicyLine, Verdict } from "../admission/verdict.ts";
import { POLICY_KINDS, WEBHOOK_KINDS } from "../api/hook-kinds.ts";
import { equal } from "../json/equal.ts";
import { diffJson } from "../patch/diff.ts";
import type { Decider, RecordedRequest } from "../recording/recording.ts";
import type { ChangeCause, ChangeKind } from "./change.ts";
import type { Decision } from "./compare.ts";
import type { DecidedAgain } from "./decided.ts";
import { stableResult } from "./stable-result.ts";

/** A request with both decisions. */
export interface Compared {
  readonly request: Pick<RecordedRequest, "subresource" | "calls">;
  /** The decision under the old configuration; undefined if only the recorded one is known. */
  readonly decidedBefore: DecidedAgain | undefined;
  readonly before: Decision;
  readonly now: DecidedAgain;
}

/** Returns the cause of a change: the hooks that decide differently, with a text. */
export function causeOf(kind: ChangeKind, compared: Compared): ChangeCause {
  const { text, by } = causeText(kind, compared);
  return { key: `${kind}\n${text}`, text, by };
}

type Cause = Omit<ChangeCause, "key">;

function causeText(kind: ChangeKind, { request, decidedBefore, before, now }: Compared): Cause {
  switch (kind) {
    case "newly-denied":
      return refusal(now, (one) =>
        decidedBefore === undefined ? "" : `; with the old configuration it ${fateOf(one, decidedBefore)}`,
      );
    case "newly-allowed":
      return {
        by: before.by,
        text: listed(before.by, (one) => `${nameOf(one)} refused it, and now ${fateOf(one, now)}`),
      };
    case "denied-differently":
      return refusal(now, () => `; before it was ${listed(before.by, nameOf)}`);
    case "failing": {
      const by = now.failed
        .filter((name) => !before.failed.includes(name))
        .map((name) => webhookNamed(name, now));
      return { by, text: `${listed(by, nameOf)} cannot be asked or does not answer as it should` };
    }
    case "patched-differently":
      return patched(request, decidedBefore, before, now);
    case "slower": {
      const by = slowest(now);
      return { by, text: `${listed(by, nameOf)} takes longer` };
    }
  }
}

function refusal({ by, code, reason }: DecidedAgain, more: (by: Decider) => string): Cause {
  return {
    by,
    text: listed(by, (one) =>
      one.kind === "server"
        ? `the server refuses it (${code}${reason === "" ? "" : ` ${reason}`})`
        : `${nameOf(one)} refuses it${more(one)}`,
    ),
  };
}

const listed = <T>(all: readonly T[], text: (one: T) => string): string =>
  [...new Set(all.map(text))].join("; ");

/** Returns the name of a decider: `webhook a.example.com of ValidatingWebhookConfiguration/a`. */
function nameOf({ kind, of, name }: Decider): string {
  switch (kind) {
    case "webhook":
      return of === "" ? `webhook ${name}` : `webhook ${name} of ${of}`;
    case "policy":
      return name === "" ? of : `${of} with binding ${name}`;
    case "plugin":
      return `the plugin ${name}`;
    case "server":
      return name === "" ? "the server" : `the server (${name})`;
  }
}

function webhookNamed(name: string, { verdicts }: DecidedAgain): Decider {
  const line = verdicts.flatMap(({ hooks }) => hooks).find(({ hook }) => hook.name === name);
  const of = line === undefined ? "" : `${WEBHOOK_KINDS[line.hook.phase]}/${line.hook.configuration}`;
  return { kind: "webhook", of, name };
}

function slowest({ verdicts }: DecidedAgain): Decider[] {
  const lines = verdicts.flatMap(({ hooks }) => hooks).filter(({ call }) => call !== undefined);
  const [first] = [...lines].sort((a, b) => (b.call?.milliseconds ?? 0) - (a.call?.milliseconds ?? 0));
  return first === undefined
    ? []
    : [
        {
          kind: "webhook",
          of: `${WEBHOOK_KINDS[first.hook.phase]}/${first.hook.configuration}`,
          name: first.hook.name,
        },
      ];
}

/**
 * Returns the hooks that changed the object in another way; if the old hooks are not known, the paths that
 * differ.
 */
function patched(
  request: Compared["request"],
  decidedBefore: DecidedAgain | undefined,
  before: Decision,
  now: DecidedAgain,
): Cause {
  const mutations = mutationsIn(now.verdicts);
  const earlier =
    decidedBefore === undefined ? recordedMutations(request) : mutationsIn(decidedBefore.verdicts);
  const names = [...new Set([...earlier.keys(), ...mutations.keys()])].filter(
    (name) => !equal(earlier.get(name)?.patch, mutations.get(name)?.patch),
  );
  const by = names.flatMap((name) => mutations.get(name)?.by ?? earlier.get(name)?.by ?? []);
  if (by.length > 0) return { by, text: `${listed(by, nameOf)} changes the object in another way` };
  return {
    by,
    text: `the object is another one: ${differences(before, now, request).slice(0, MOST_PATHS).join(", ")}`,
  };
}

const MOST_PATHS = 5;

/** Returns the paths at which the objects in the responses differ. */
export function differences(
  before: Decision,
  now: Decision,
  { subresource }: Pick<RecordedRequest, "subresource">,
): string[] {
  if (before.result === null || now.result === null) return [];
  const patch = diffJson(stableResult(before.result, subresource), stableResult(now.result, subresource));
  return patch.map(({ path }) => path);
}

interface Mutation {
  readonly by: Decider;
  readonly patch: readonly unknown[];
}

function mutationsIn(verdicts: readonly Verdict[]): Map<string, Mutation> {
  const found = new Map<string, Mutation>();
  const add = (by: Decider, patch: readonly unknown[]): void => {
    const key = `${by.of}/${by.name}`;
    found.set(key, { by, patch: [...(found.get(key)?.patch ?? []), ...patch] });
  };
  for (const { hooks, policies } of verdicts) {
    for (const { hook, call } of hooks)
      if (call?.changed === true)
        add(
          { kind: "webhook", of: `${WEBHOOK_KINDS[hook.phase]}/${hook.configuration}`, name: hook.name },
          call.patch?.operations ?? [],
        );
    for (const { policy, binding, checks } of policies)
      for (const { objects } of checks)
        if (objects !== undefined)
          add(
            { kind: "policy", of: `${POLICY_KINDS[policy.phase]}/${policy.name}`, name: binding?.name ?? "" },
            diffJson(objects.before, objects.after),
          );
  }
  return found;
}

/** Returns the recorded changes of webhooks. Audit logs do not have those of policies. */
function recordedMutations({ calls }: Pick<RecordedRequest, "calls">): Map<string, Mutation> {
  return new Map(
    calls
      .filter(({ patch }) => patch.length > 0)
      .map(({ configuration, webhook, patch }) => {
        const of = `${WEBHOOK_KINDS.mutating}/${configuration}`;
        return [`${of}/${webhook}`, { by: { kind: "webhook", of, name: webhook }, patch }];
      }),
  );
}

/** Describes the part of a hook in a request under another configuration, as the second half of a sentence. */
function fateOf(hook: Decider, { verdicts }: DecidedAgain): string {
  if (verdicts.length === 0) return "is not asked: the request ends before admission";
  if (hook.kind === "webhook") return webhookFate(hook, verdicts);
  if (hook.kind === "policy") return policyFate(hook, verdicts);
  return "allows it";
}

function webhookFate({ name, of }: Decider, verdicts: readonly Verdict[]): string {
  const isMeant = ({ hook }: Pick<HookLine, "hook">): boolean =>
    hook.name === name && (of === "" || of.endsWith(`/${hook.configuration}`));
  const lines = verdicts.flatMap(({ hooks }) => hooks.filter(isMeant));
  const called = lines.find(({ call }) => call !== undefined);
  if (called !== undefined)
    return called.call?.outcome.kind === "failed" ? "fails, and is ignored" : "allows it";
  const [left] = lines.flatMap(({ filter }) => filter ?? []);
  if (left !== undefined) return `is not called: ${left.kind}`;
  const isThere = verdicts.some(({ plan }) =>
    [...plan.mutating, ...plan.validating].some((own) => isMeant({ hook: own })),
  );
  return isThere ? "is not called: no rule of it matches, or the request ends before" : "does not exist";
}

function policyFate({ of, name }: Decider, verdicts: readonly Verdict[]): string {
  const isMeant = ({ policy }: Pick<PolicyLine, "policy">): boolean => of.endsWith(`/${policy.name}`);
  const lines = verdicts.flatMap(({ policies }) => policies.filter(isMeant));
  const own = lines.filter(({ binding }) => binding === undefined || name === "" || binding.name === name);
  if (own.some(({ filter, binding }) => filter === undefined && binding !== undefined)) return "allows it";
  const [left] = own.flatMap(({ filter }) => filter ?? []);
  if (left !== undefined) return `is not asked: ${left.kind}`;
  const isThere = verdicts.some(({ plan }) =>
    [...plan.mutatingPolicies, ...plan.validatingPolicies].some(isMeant),
  );
  return isThere
    ? "is not asked: no rule of it matches, or it has no binding"
    : "is not in effect: it does not exist, or has no binding";
}
