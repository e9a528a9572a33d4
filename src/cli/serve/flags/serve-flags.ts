import type { Option } from "commander";
import { type GivenFlags, optionsOf, readFlags, type ValuesOf } from "../../flags/flag.ts";
import { ACCEPTED, acceptedFlags } from "./accepted-flags.ts";
import { admissionFlags, versionFlags } from "./admission-flags.ts";
import { auditFlags } from "./audit-flags.ts";
import { authenticationFlags } from "./authentication-flags.ts";
import { authorizationFlags } from "./authorization-flags.ts";
import { controllersFlags } from "./controllers-flags.ts";
import { logFlags } from "./log-flags.ts";
import { consoleFlags, networkFlags } from "./network-flags.ts";
import { storageFlags } from "./storage-flags.ts";
import { transportFlags } from "./transport-flags.ts";

/** Flags whose values are checked at every start. The others belong to parts that may be turned off. */
export const ordinaryFlags = {
  ...networkFlags,
  ...transportFlags,
  ...consoleFlags,
  ...admissionFlags,
  ...versionFlags,
  ...controllersFlags,
  ...logFlags,
};

const serveFlags = {
  ...ordinaryFlags,
  ...storageFlags,
  ...authenticationFlags,
  ...authorizationFlags,
  ...auditFlags,
};

/** Values of the flags of `sallyport serve`. Where kube-apiserver has the flag, it has its name and meaning. */
export interface ServeFlags extends ValuesOf<typeof serveFlags> {}

export const readServeFlags = (given: GivenFlags): ServeFlags => readFlags(serveFlags, given);

/** Every flag of the server under the heading of its group in `--help`; new options each time. */
export const serveOptions = (): Readonly<Record<string, readonly Option[]>> => ({
  "Network:": optionsOf(networkFlags),
  "Connections and time:": optionsOf(transportFlags),
  "The console in the browser:": optionsOf(consoleFlags),
  "Storage:": optionsOf(storageFlags),
  "Authentication:": optionsOf(authenticationFlags),
  "Authorization:": optionsOf(authorizationFlags),
  "Admission:": optionsOf(admissionFlags),
  "Version and features:": optionsOf(versionFlags),
  "Controllers, Services and load:": optionsOf(controllersFlags),
  "Audit and logs:": [...optionsOf(auditFlags), ...optionsOf(logFlags)],
  [ACCEPTED]: acceptedFlags(),
});
