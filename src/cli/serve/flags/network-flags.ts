import { isIP } from "node:net";
import { caselessSubdomainProblems } from "../../../api/validation/name-format.ts";
import { patternProblem } from "../../../schema/pattern.ts";
import { changed } from "../../flags/flag.ts";
import { file, flag, flagWith, listWith, toggle } from "../../flags/flag-types.ts";

const port = flagWith((text, name) => {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 0 && value <= 65_535) return value;
  throw new Error(
    `${name}: ${JSON.stringify(text)} is not a port; give a number from 0 (any free one) to 65535`,
  );
});

const advertised = flagWith((address, name) => {
  if (isIP(address) !== 0 && !/^(127\.|::1$)/.test(address)) return address;
  throw new Error(`${name}: ${JSON.stringify(address)} is not an IP address that other machines can reach`);
});

const hosts = listWith((names) => {
  for (const name of names)
    if (isIP(name) === 0 && caselessSubdomainProblems(name.replace(/^\*\./, "")).length > 0)
      throw new Error(`--tls-san: ${JSON.stringify(name)} is neither a DNS name nor an IP address`);
  return names;
});

/** A pattern that is open at one end would allow `evil-example.com`, too: validateCorsAllowedOriginList of the reference. */
const origins = listWith((patterns) => {
  for (const pattern of patterns) {
    const problem = patternProblem(pattern) ?? (isPinned(pattern) ? undefined : NOT_PINNED);
    if (problem !== undefined)
      throw new Error(`--cors-allowed-origins has an invalid regular expression: ${problem}`);
  }
  return patterns;
});

const isPinned = (pattern: string): boolean => /\^|\/\//.test(pattern) && /[$:]/.test(pattern);

const NOT_PINNED =
  "regular expression does not pin to start/end of host in the origin header; write it as //example\\.com(:|$)";

const processes = flagWith((text, name) => {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1 && value <= MOST_PROCESSES) return value;
  throw new Error(`${name}: ${JSON.stringify(text)} is not a number from 1 to ${MOST_PROCESSES}`);
});

const MOST_PROCESSES = 64;

export const networkFlags = {
  processes: processes(
    "<number>",
    "number of server processes behind the port; a process uses about one core",
    "1",
  ),
  securePort: changed(port("<port>", "port to listen on, HTTPS; 0 picks a free one", "6443"), (option) =>
    option.env("SALLYPORT_SECURE_PORT"),
  ),
  bindAddress: flag("<address>", "address to listen on", "127.0.0.1"),
  advertiseAddress: advertised(
    "<ip>",
    "address that the Service kubernetes names as its endpoint (default: the value of --bind-address, or another address of this machine)",
  ),
  certDir: flag("<dir>", "folder for certificates (default: DATA-DIR/certs)"),
  tlsSan: hosts(
    "<names>",
    "further names and addresses in the serving certificate, such as those of a load balancer",
    "localhost, names of the Service kubernetes, and this machine's if other machines can connect",
  ),
  tlsCertFile: file("serving certificate, PEM; needs --tls-private-key-file"),
  tlsPrivateKeyFile: file("its key, PEM"),
  corsAllowedOrigins: origins(
    "<patterns>",
    "origins whose pages in browsers may read answers, as regular expressions such as //localhost(:|$)",
    "none",
  ),
  proxyClientCertFile: file(
    "client certificate towards API servers behind APIServices, PEM; needs --proxy-client-key-file",
  ),
  proxyClientKeyFile: file("its key, PEM"),
  writeKubeconfig: file(
    "file that the server writes the administrator's kubeconfig to (default: DATA-DIR/kubeconfig)",
  ),
  context: flag(
    "<name>",
    "add or replace only this context in the file of --write-kubeconfig, and keep the rest of the file",
  ),
};

export const consoleFlags = {
  consolePort: port(
    "<port>",
    "port of the console on 127.0.0.1, HTTP; 0 takes that of the last start with this data folder, or a free one",
    "0",
  ),
  noConsole: toggle("do not start the console"),
};
