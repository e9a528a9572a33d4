import { type KubeObject, specOf } from "../../../../api/meta.ts";
import { plainError, type StatusError } from "../../../../api/status.ts";
import { thenMaybe } from "../../../../async/then-maybe.ts";
import { quote } from "../../../../go/quote.ts";
import { records, text } from "../../../../json/value.ts";
import type { Attributes } from "../../../attributes.ts";
import type { BuiltinPlugin, PluginContext, PluginResult } from "../../../hook.ts";
import { withSpec } from "../fields.ts";
import { forbid } from "../forbid.ts";
import { isPods } from "../is-resource.ts";
import { ephemeralProblem, mirrorPodProblem, secretProblem } from "./service-account-secrets.ts";
import { mountToken } from "./token-volume.ts";

const MIRROR = "kubernetes.io/config.mirror";
const ENFORCE = "kubernetes.io/enforce-mountable-secrets";

/** Requires that pods run as a service account that exists, and adds its token and image pull secrets. */
export const serviceAccount: BuiltinPlugin = {
  kind: "builtin",
  name: "ServiceAccount",
  operations: new Set(["CREATE", "UPDATE"]),
  admit: (context) => {
    const { attributes, object } = context;
    if (object === null || attributes.operation !== "CREATE" || !isPods(attributes)) return undefined;
    return isMirror(object) ? checkMirror(context, object) : setAccount(context, object);
  },
  validate: (context) => {
    const { attributes, object } = context;
    if (object === null) return undefined;
    if (addsEphemeral(attributes)) return checkEphemeral(context, object);
    if (attributes.operation !== "CREATE" || !isPods(attributes)) return undefined;
    return isMirror(object) ? checkMirror(context, object) : checkAccount(context, object);
  },
};

const addsEphemeral = ({ operation, resource, subresource }: Attributes): boolean =>
  operation === "UPDATE" &&
  resource.group === "" &&
  resource.resource === "pods" &&
  subresource === "ephemeralcontainers";

const isMirror = (pod: KubeObject): boolean => pod.metadata.annotations?.[MIRROR] !== undefined;

function checkMirror(context: PluginContext, pod: KubeObject): PluginResult {
  const problem = mirrorPodProblem(specOf(pod));
  return problem === undefined ? undefined : forbid(context, problem);
}

/** Decides about the account of this name; refuses the request if there is none. */
function withAccount(
  context: PluginContext,
  name: string,
  decide: (account: KubeObject) => PluginResult,
): PluginResult | Promise<PluginResult> {
  const { lookup, attributes } = context;
  const { namespace } = attributes;
  const found =
    lookup.get("", "serviceaccounts", namespace, name) ??
    lookup.live?.("", "serviceaccounts", namespace, name);
  const absent = `error looking up service account ${namespace}/${name}: serviceaccount ${quote(name)} not found`;
  return thenMaybe(found, (account) => (account === undefined ? forbid(context, absent) : decide(account)));
}

function setAccount(context: PluginContext, given: KubeObject): PluginResult | Promise<PluginResult> {
  const name = text(specOf(given).serviceAccountName) || "default";
  return withAccount(context, name, (account) => mountAccount(context, given, name, account));
}

function mountAccount(
  context: PluginContext,
  given: KubeObject,
  name: string,
  account: KubeObject,
): PluginResult {
  const named = withSpec(given, { serviceAccountName: name, serviceAccount: name });
  const mounted = automounts(account, given) ? mountToken(named, context.ports.uid()) : named;
  const pod =
    records(specOf(mounted).imagePullSecrets).length > 0 ? mounted : withPullSecrets(mounted, account);
  return secretsAllowed(context, account, pod) ?? pod;
}

/** True if the token is mounted; the pod's setting has precedence over the account's. */
function automounts(account: KubeObject, pod: KubeObject): boolean {
  const own = specOf(pod).automountServiceAccountToken ?? account.automountServiceAccountToken ?? true;
  return own === true;
}

function withPullSecrets(pod: KubeObject, { imagePullSecrets }: KubeObject): KubeObject {
  const secrets = records(imagePullSecrets).map(({ name }) =>
    text(name) === "" ? {} : { name: text(name) },
  );
  return secrets.length === 0 ? pod : withSpec(pod, { imagePullSecrets: secrets });
}

const checkAccount = (context: PluginContext, pod: KubeObject): PluginResult | Promise<PluginResult> =>
  withNamedAccount(context, pod, (account) => secretsAllowed(context, account, pod));

/**
 * Checks ephemeral containers. As in kube-apiserver, a secret that the account does not list is a plain error
 * here, not a 403.
 */
const checkEphemeral = (context: PluginContext, pod: KubeObject): PluginResult | Promise<PluginResult> =>
  withNamedAccount(context, pod, (account) => {
    const problem = isStrict(account) ? ephemeralProblem(account, specOf(pod)) : undefined;
    return problem === undefined ? undefined : plainError(problem);
  });

function withNamedAccount(
  context: PluginContext,
  pod: KubeObject,
  decide: (account: KubeObject) => PluginResult,
): PluginResult | Promise<PluginResult> {
  const name = text(specOf(pod).serviceAccountName);
  const { namespace } = context.attributes;
  if (name === "")
    return forbid(context, `no service account specified for pod ${namespace}/${pod.metadata.name ?? ""}`);
  return withAccount(context, name, decide);
}

function secretsAllowed(
  context: PluginContext,
  account: KubeObject,
  pod: KubeObject,
): StatusError | undefined {
  const problem = isStrict(account) ? secretProblem(account, specOf(pod)) : undefined;
  return problem === undefined ? undefined : forbid(context, problem);
}

const isStrict = ({ metadata }: KubeObject): boolean =>
  /^(1|t|T|TRUE|true|True)$/.test(metadata.annotations?.[ENFORCE] ?? "");
