import { describeStorage } from "../contract.ts";
import { createMemoryStorage } from "./memory-storage.ts";

describeStorage("memory", async () => {
  const storage = createMemoryStorage();
  return { storage, close: () => storage.close() };
});
