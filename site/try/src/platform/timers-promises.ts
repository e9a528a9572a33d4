import { setImmediate as later } from "./globals.ts";

export const setImmediate = (): Promise<void> => new Promise((resolve) => void later(() => resolve()));
