import { Option } from "commander";
import { declare } from "../../flags/flag.ts";
import { choice, commas, duration, file, flag, textsOf, toggle } from "../../flags/flag-types.ts";

export const storageFlags = {
  dataDir: flag("<dir>", "folder for objects, certificates and the kubeconfig", ".sallyport"),
  sync: choice(
    "<when>",
    "when the writes in the folder reach the disk: always (before they are answered), second (a crash of the machine loses the writes of the last second, or two), never (such a crash loses any number of writes, and may damage the store). A crash of the server alone loses nothing",
    ["always", "second", "never"],
    "always",
  ),
  inMemory: toggle("store objects in memory only; they are lost when the server stops"),
  etcdServers: declare(
    (name) =>
      new Option(
        `--${name} <urls>`,
        "store objects in etcd, not in a folder; separate several endpoints by commas",
      ).argParser(commas),
    textsOf,
  ),
  etcdCafile: file("certificate authorities of etcd, PEM"),
  etcdCertfile: file("client certificate for etcd, PEM; needs --etcd-keyfile"),
  etcdKeyfile: file("its key, PEM"),
  etcdPrefix: flag("<path>", "prefix of all keys in etcd", "/registry"),
  etcdCompactionInterval: duration(
    "time that old revisions can be read, and interval of their removal from etcd; 0: no limit, and no removal",
    "5m0s",
  ),
  storageMediaType: flag(
    "<type>",
    "format of objects written to etcd: application/json or application/vnd.kubernetes.protobuf; both are read",
    "application/json",
  ),
  encryptionProviderConfig: file(
    "EncryptionConfiguration: resources that are encrypted in the store, and their keys",
  ),
  encryptionProviderConfigAutomaticReload: toggle(
    "read the file of --encryption-provider-config again when it changes",
  ),
  eventTtl: duration("time that events are stored; 0 for no limit", "1h0m0s"),
};
