import { boats } from "./hooks.ts";

export const webhooks = [boats];
