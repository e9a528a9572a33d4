import { createMemoryStorage } from "sallyport/storage";
import { describeStorage, type OpenedStorage } from "sallyport/storage/contract";

async function open(): Promise<OpenedStorage> {
  const storage = createMemoryStorage();
  return { storage, close: () => storage.close() };
}

describeStorage("own", open);
