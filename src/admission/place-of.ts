import type { WebhookHook } from "./hook.ts";

const placesIn = new WeakMap<readonly WebhookHook[], ReadonlyMap<WebhookHook, number>>();

/**
 * Returns the position of a hook among all of its phase. Hooks do not have it themselves: a new one in front
 * moves all others.
 */
export function placeOf(hook: WebhookHook, hooks: readonly WebhookHook[]): number {
  const places = placesIn.get(hooks) ?? new Map(hooks.map((one, i) => [one, i]));
  placesIn.set(hooks, places);
  return places.get(hook) ?? -1;
}
