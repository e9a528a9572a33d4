import { all } from "./hooks.ts";

export const webhooks = all;
