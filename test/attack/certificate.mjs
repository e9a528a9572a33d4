import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A key and a certificate of 127.0.0.1 in PEM, made in the folder. */
export function makeCertificate(folder) {
  const [key, cert] = ["hook.key", "hook.crt"].map((name) => join(folder, name));
  const subject = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"];
  const made = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-keyout", key, "-out", cert];
  execFileSync("openssl", [...made, ...subject], { stdio: "ignore" });
  return { key: readFileSync(key, "utf8"), cert: readFileSync(cert, "utf8") };
}
