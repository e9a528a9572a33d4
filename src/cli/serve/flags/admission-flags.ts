import { changed } from "../../flags/flag.ts";
import { boolean, file, integer, list, listWith, toggle } from "../../flags/flag-types.ts";
import { overridesOf } from "../../flags/service-overrides.ts";

export const admissionFlags = {
  admissionControlConfigFile: file(
    "file with an AdmissionConfiguration: credentials for webhooks, folders of manifests, settings of plugins",
  ),
  enableAdmissionPlugins: list(
    "<names>",
    "admission plugins to turn on, in addition to the default ones",
    "none",
  ),
  disableAdmissionPlugins: list("<names>", "admission plugins to turn off", "none"),
  defaultNotReadyTolerationSeconds: integer(
    "<seconds>",
    "time that pods stay on a node that is not ready, unless their own tolerations define it",
    "300",
  ),
  defaultUnreachableTolerationSeconds: integer(
    "<seconds>",
    "time that they stay on a node that is unreachable",
    "300",
  ),
  allowPrivileged: boolean("containers may be privileged; kube-apiserver: false", "true"),
  runtimeConfig: list(
    "<settings>",
    "versions that are served: group/version=true|false, group/version/resource=true|false, and api/all, api/ga, api/beta, api/alpha",
    "v1 and v2 of all groups, and webhook configurations in admissionregistration.k8s.io/v1beta1",
  ),
  service: listWith(overridesOf)(
    "<ns/name=host:port>",
    "address at which the server reaches a webhook's Service; may be repeated",
    "none",
  ),
  shadow: list(
    "<path>",
    "decide each request a second time after its answer, with the configurations, policies and bindings of this file or folder added; /shadow, the console and the log show different decisions; may be repeated",
    "none",
  ),
  shadowCall: toggle(
    "with --shadow: call webhooks that were not called for the request, as a dry run, if they declare no side effects; without this flag Sallyport assumes that they allow it",
  ),
  noWebhookTimeouts: toggle("wait for webhooks without a time limit, for use with a debugger"),
  patientWebhooks: changed(toggle("the former name of --no-webhook-timeouts"), (option) => option.hideHelp()),
};

export const versionFlags = {
  emulatedVersion: list(
    "<version>",
    "Kubernetes version whose API is served: 1.34, 1.35, 1.36 or 1.37, also as kube=1.36",
    "1.37",
  ),
  featureGates: list(
    "<gates>",
    "feature gates of kube-apiserver, name=true|false; the defaults are those of the emulated version",
    "none",
  ),
};
