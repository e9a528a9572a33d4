import type { Facts, Topic } from "../facts.ts";
import { output, type Reference } from "../reference.ts";

const USUAL: Readonly<Record<string, { readonly on: boolean; readonly locked: boolean }>> = {
  alpha: { on: false, locked: false },
  beta: { on: true, locked: false },
  ga: { on: true, locked: true },
  deprecated: { on: false, locked: false },
};

/** Feature gates, in the notation of `src/resources/features/gates.ts`. */
export const GATES: Topic = {
  name: "feature gates",
  read: async (reference) => {
    const metrics = await reference.text("/metrics");
    const states = [
      ...metrics.matchAll(/^kubernetes_feature_enabled\{name="(\w+)",stage="(\w*)"\} (\d)/gm),
    ].map(([, name = "", stage = "", on]) => ({
      name,
      stage: stage.toLowerCase() || "ga",
      isOn: on === "1",
    }));
    const locked = lockedGates(reference, states);
    return new Map(
      states.map(({ name, stage, isOn }) => [name, stateText(stage, isOn, locked.has(name))]),
    ) as Facts;
  },
};

function stateText(stage: string, isOn: boolean, isLocked: boolean): string {
  const usual = USUAL[stage];
  const on = isOn === usual?.on ? [] : [isOn ? "on" : "off"];
  const locked = isLocked === usual?.locked ? [] : [isLocked ? "locked" : "unlocked"];
  return [stage, ...on, ...locked].join(" ");
}

/** Returns the gates that the server refuses to set to the other state. */
function lockedGates(
  reference: Reference,
  states: readonly { readonly name: string; readonly isOn: boolean }[],
): ReadonlySet<string> {
  const others = states
    .filter(({ name }) => name !== "AllAlpha" && name !== "AllBeta")
    .map(({ name, isOn }) => `${name}=${!isOn}`);
  const refused = output(reference, [`--feature-gates=${others.join(",")}`]);
  return new Set(
    [...refused.matchAll(/cannot set feature gate (\w+) to \w+, feature is locked/g)].map(
      ([, name = ""]) => name,
    ),
  );
}
