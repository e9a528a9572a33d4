import { oncePerObject } from "../async/once.ts";
import type { WebhookHook } from "./hook.ts";

const placesIn = oncePerObject(
  (hooks: readonly WebhookHook[]): ReadonlyMap<WebhookHook, number> =>
    new Map(hooks.map((one, i) => [one, i])),
);

/**
 * Returns the position of a hook among all of its phase. Hooks do not have it themselves: a new one in front
 * moves all others.
 */
export const placeOf = (hook: WebhookHook, hooks: readonly WebhookHook[]): number =>
  placesIn(hooks).get(hook) ?? -1;
