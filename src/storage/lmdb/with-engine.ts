import { messageOf } from "../../report/describe-error.ts";
import { StorageError } from "../storage.ts";

/** Error of the package that finds the library's part for this machine. */
const NOT_THERE = /No native build was found/;

/**
 * Loads code that needs LMDB. The package has it for some systems and processors (docs/decisions/0016); on others a server can
 * still keep its objects in memory or in etcd.
 */
export async function withEngine<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if (!NOT_THERE.test(messageOf(error))) throw error;
    const machine = `${process.platform} on ${process.arch}`;
    throw new StorageError(
      "Failed",
      `there is no LMDB for this machine (${machine}), so objects cannot be kept in a folder: keep them in memory or in etcd (--in-memory, --etcd-servers)`,
      { cause: error },
    );
  }
}
