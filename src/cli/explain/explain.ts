import type { Explanation } from "../../explain/explanation.ts";
import { explainOffline } from "../../explain/offline/explain-offline.ts";
import { type RequestFlags, requestSpec } from "../../explain/offline/request-spec.ts";
import { blameText } from "../../explain/text/blame-text.ts";
import { explanationText, paragraphText } from "../../explain/text/explanation-text.ts";
import { COLORS, PLAIN } from "../../explain/text/paint.ts";
import type { JsonObject } from "../../json/value.ts";
import { overridesOf } from "../flags/service-overrides.ts";
import { kubeconfigPath } from "../kubeconfig-path.ts";
import { readManifests, readOneManifest } from "../read-manifests.ts";
import { serverClient } from "../server-client.ts";
import { isColored } from "../terminal.ts";
import { ownWebhooks } from "../webhook/own-webhooks.ts";
import type { ExplainFlags } from "./explain-flags.ts";
import { explainRecorded } from "./explain-recorded.ts";
import { explainPast, explainRunning, explainShadow } from "./explain-running.ts";
import { readCluster } from "./read-cluster.ts";

/** Returns the output of the command. `environment`: environment variables, read for KUBECONFIG. */
export async function explain(
  requestFile: string | undefined,
  flags: ExplainFlags,
  environment: NodeJS.ProcessEnv,
): Promise<{ readonly text: string; readonly allowed: boolean }> {
  const explanation = await explanationOf(requestFile, flags, environment);
  return { text: textOf(explanation, flags), allowed: explanation.answer.allowed };
}

function textOf(explanation: Explanation, { output, color, webhook, blame }: ExplainFlags): string {
  if (output === "json") return `${JSON.stringify(explanation, null, 2)}\n`;
  const paint = isColored(color) ? COLORS : PLAIN;
  if (blame) return blameText(explanation, paint);
  return webhook === undefined
    ? explanationText(explanation, paint)
    : paragraphText(explanation, webhook, paint);
}

async function explanationOf(
  requestFile: string | undefined,
  flags: ExplainFlags,
  environment: NodeJS.ProcessEnv,
): Promise<Explanation> {
  const { last, auditId } = flags;
  if (flags.kubernetesVersion !== undefined && isAskedOf(flags))
    throw new Error(
      "--kubernetes-version is for decisions of this command; a running server has its own version",
    );
  const server = () => serverClient(kubeconfigPath(flags.kubeconfig, environment));
  if (last || auditId !== undefined)
    return explainPast(server(), last ? "last" : (auditId ?? ""), flags.webhook);
  if (flags.shadow !== undefined) return explainShadow(server(), flags.shadow);
  if (requestFile === undefined)
    throw new Error("no request: give a manifest or an AdmissionReview, --last, --audit-id, or --shadow");
  if (flags.recorded !== undefined) return explainRecorded(requestFile, flags.recorded, flags);
  const old = flags.old === undefined ? null : await readOneManifest(flags.old);
  const request = requestSpec(await readOneManifest(requestFile), old, requestFlags(flags));
  if (flags.kubeconfig !== undefined && flags.call)
    return explainRunning(serverClient(flags.kubeconfig), request, flags.webhook);
  const files = (await Promise.all(flags.filename.map(readManifests))).flat();
  const cluster =
    flags.kubeconfig === undefined ? undefined : await readCluster(serverClient(flags.kubeconfig), request);
  const manifests = [...(cluster ?? []), ...files];
  const own = flags.handlers === undefined ? undefined : await ownWebhooks(flags.handlers, manifests);
  return explainOffline({
    manifests: [...manifests, ...(own?.manifests ?? [])],
    request,
    ...(own && { handlers: own.handlers }),
    ...(cluster && { complete: true }),
    ...(flags.kubernetesVersion !== undefined && { kubernetesVersion: flags.kubernetesVersion }),
    ...(flags.webhook === undefined ? {} : { asked: flags.webhook }),
    ...(flags.call ? { call: { services: overridesOf(flags.service) } } : {}),
    ...(flags.answers === undefined
      ? {}
      : { answers: (await readOneManifest(flags.answers)) as Record<string, JsonObject> }),
  });
}

/** True if a running server decides, or has decided. */
const isAskedOf = ({ last, auditId, shadow, kubeconfig, call }: ExplainFlags): boolean =>
  last === true ||
  auditId !== undefined ||
  shadow !== undefined ||
  (kubeconfig !== undefined && call === true);

function requestFlags({
  operation,
  as,
  asGroup,
  subresource,
  resource,
  namespace,
  dryRun,
  absent,
  precondition,
  option,
  timeout,
  validate,
}: ExplainFlags): RequestFlags {
  return {
    ...(operation === undefined ? {} : { operation }),
    ...(as === undefined ? {} : { as }),
    ...(asGroup.length === 0 ? {} : { asGroup }),
    ...(subresource === undefined ? {} : { subresource }),
    ...(resource === undefined ? {} : { resource }),
    ...(namespace === undefined ? {} : { namespace }),
    ...(dryRun === undefined ? {} : { dryRun }),
    ...(absent === undefined ? {} : { absent }),
    ...(timeout === undefined ? {} : { timeout }),
    ...(validate === undefined ? {} : { validate }),
    precondition,
    option,
  };
}
