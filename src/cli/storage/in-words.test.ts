import { expect, test } from "vitest";
import { inWords } from "./in-words.ts";

const cases: readonly [string, string][] = [
  ["connect ECONNREFUSED 127.0.0.1:2379", "no server listens at 127.0.0.1:2379"],
  [
    "No connection established. Last error: connect ECONNREFUSED [::1]:23. Note",
    "no server listens at [::1]:23:",
  ],
  ["getaddrinfo ENOTFOUND etcd.example", "the name etcd.example is not known here"],
  ["no answer in 10 s", "etcd did not answer in time"],
  ["self-signed certificate in certificate chain", "no trust in the certificate of etcd (--etcd-cafile)"],
  ["tlsv13 alert certificate required", "etcd wants a certificate of ours (--etcd-certfile)"],
  ["http://a:1: the connection was closed", "http://a:1: no etcd answers there; is it https:// or http://?"],
  ["read ECONNRESET", "does it speak https:// or http://"],
  ["ENOSPC: no space left on device, write", "no space left on the disk"],
  ["lmdb:/a holds something else", "lmdb:/a holds something else"],
];
test.each(cases)("inWords says %s in words", (message, expected) => {
  expect(inWords(new Error(message)).message).toContain(expected);
});

test("inWords names the path of an error that has one", () => {
  const error = Object.assign(new Error("EACCES: permission denied, open '/a'"), { path: "/a" });
  expect(inWords(error).message).toBe("/a: permission denied");
});
