import { trimEnd } from "../../go/trim-text.ts";
import { readNamed } from "../read-named.ts";

/** The flags of `serve`, for commands that reach etcd themselves. */
export interface EtcdFlags {
  readonly etcdCafile?: string | undefined;
  readonly etcdCertfile?: string | undefined;
  readonly etcdKeyfile?: string | undefined;
  readonly etcdPrefix?: string | undefined;
}

/** PEM, as far as it is given. */
export interface EtcdAccess {
  readonly tls: { readonly ca?: Buffer; readonly cert?: Buffer; readonly key?: Buffer };
  /** Ends with a slash. */
  readonly prefix: string;
}

/** Throws an Error that names the wrong flag. */
export async function etcdAccess(flags: EtcdFlags): Promise<EtcdAccess> {
  const prefix = etcdPrefixOf(flags);
  if ((flags.etcdCertfile === undefined) !== (flags.etcdKeyfile === undefined))
    throw new Error("--etcd-certfile and --etcd-keyfile belong together: give both or neither");
  const read = (file: string | undefined, flag: string) =>
    file === undefined ? undefined : readNamed(file, flag).then((text) => Buffer.from(text));
  const [ca, cert, key] = await Promise.all([
    read(flags.etcdCafile, "--etcd-cafile"),
    read(flags.etcdCertfile, "--etcd-certfile"),
    read(flags.etcdKeyfile, "--etcd-keyfile"),
  ]);
  const tls = { ...(ca && { ca }), ...(cert && { cert }), ...(key && { key }) };
  return { tls, prefix };
}

/** Ends with a slash. Throws an Error that names the flag. */
export function etcdPrefixOf({ etcdPrefix = "/registry" }: EtcdFlags): string {
  if (!etcdPrefix.startsWith("/")) throw new Error("--etcd-prefix: it begins with /, as /registry");
  return `${trimEnd(etcdPrefix, "/")}/`;
}

/** Throws an Error that names the flag if one of the values is not an endpoint. */
export function checkEndpoints(endpoints: readonly string[], flag: string): void {
  for (const endpoint of endpoints)
    if (!/^(https?:\/\/)?[^/]+(:\d+)?\/?$/.test(endpoint))
      throw new Error(`${flag}: ${JSON.stringify(endpoint)} must look like https://10.0.0.1:2379`);
  if (endpoints.length === 0)
    throw new Error(`${flag}: name one endpoint at least, as http://127.0.0.1:2379`);
}
