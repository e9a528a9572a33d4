import { tiers } from "./hooks.ts";

export const webhooks = tiers;
