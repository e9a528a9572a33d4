import { renames } from "./hooks.ts";

export const webhooks = [renames];
