import type { JsonObject } from "../../../../json/value.ts";
import { each, ensure, unset, within, zero } from "../../../define/fill.ts";
import { defaultPullPolicy } from "./image-name.ts";
import { fillFieldRef, fillVolume } from "./volumes/fill-volume.ts";

/** Fills in the defaults of a pod spec, in a pod or a pod template, in place. */
export function fillPodSpec(spec: JsonObject): void {
  zero(spec, "dnsPolicy", "ClusterFirst");
  zero(spec, "restartPolicy", "Always");
  ensure(spec, "securityContext");
  unset(spec, "terminationGracePeriodSeconds", 30);
  zero(spec, "schedulerName", "default-scheduler");
  each(spec, "volumes", fillVolume);
  each(spec, "initContainers", fillContainer);
  each(spec, "containers", fillContainer);
  each(spec, "ephemeralContainers", fillContainer);
}

/** Defaults of the `spec` of a template. */
export const fillPodTemplate = (template: JsonObject): void => within(template, "spec", fillPodSpec);

/**
 * Round trip of `template` of a workload: synchronizes the service account in its spec, and drops annotations
 * of old clients.
 */
export function roundTripPodTemplate(template: JsonObject): void {
  within(template, "spec", shareServiceAccount);
  within(template, "metadata", dropInitContainerAnnotations);
}

/** Round trip of an object whose spec has a template. */
export const roundTripWorkload = (workload: JsonObject): void =>
  within(workload, "spec", (spec) => within(spec, "template", roundTripPodTemplate));

/**
 * The same for an object with parameters of its strategy: an absent parameter is 0 in the internal form, and
 * after the conversion back. Webhooks that run in sequence see the fields that the first of them has written.
 */
export const roundTripStrategy =
  (strategy: string, steps: readonly string[]) =>
  (workload: JsonObject): void => {
    roundTripWorkload(workload);
    within(workload, "spec", (spec) =>
      within(spec, strategy, (own) =>
        within(own, "rollingUpdate", (rolling) => {
          for (const step of steps) unset(rolling, step, 0);
        }),
      ),
    );
  };

/**
 * Synchronizes the service account: the old field gets the value of the new one, or replaces it if it is
 * absent.
 */
export function shareServiceAccount(spec: JsonObject): void {
  const name = spec.serviceAccountName ?? spec.serviceAccount;
  if (name === undefined) return;
  spec.serviceAccountName = name;
  spec.serviceAccount = name;
}

const INIT_CONTAINER_ANNOTATIONS = [
  "pod.beta.kubernetes.io/init-containers",
  "pod.alpha.kubernetes.io/init-containers",
  "pod.beta.kubernetes.io/init-container-statuses",
  "pod.alpha.kubernetes.io/init-container-statuses",
];

/**
 * Drops annotations that were used before initContainers was a field; the reference removes them from every
 * object that it reads.
 */
export function dropInitContainerAnnotations(metadata: JsonObject): void {
  within(metadata, "annotations", (annotations) => {
    let left = false;
    for (const name of INIT_CONTAINER_ANNOTATIONS) if (name in annotations) delete annotations[name];
    for (const _ in annotations) left = true;
    if (!left) delete metadata.annotations;
  });
}

function fillContainer(container: JsonObject): void {
  if (container.imagePullPolicy === undefined) {
    const image = typeof container.image === "string" ? container.image : "";
    container.imagePullPolicy = defaultPullPolicy(image);
  }
  zero(container, "terminationMessagePath", "/dev/termination-log");
  zero(container, "terminationMessagePolicy", "File");
  each(container, "ports", (port) => zero(port, "protocol", "TCP"));
  each(container, "env", fillEnv);
  within(container, "livenessProbe", fillProbe);
  within(container, "readinessProbe", fillProbe);
  within(container, "startupProbe", fillProbe);
  within(container, "lifecycle", fillLifecycle);
}

function fillEnv(variable: JsonObject): void {
  within(variable, "valueFrom", (source) => {
    within(source, "fieldRef", fillFieldRef);
    within(source, "fileKeyRef", (file) => unset(file, "optional", false));
  });
}

function fillProbe(probe: JsonObject): void {
  zero(probe, "timeoutSeconds", 1);
  zero(probe, "periodSeconds", 10);
  zero(probe, "successThreshold", 1);
  zero(probe, "failureThreshold", 3);
  within(probe, "httpGet", fillHttpGet);
  within(probe, "grpc", (grpc) => unset(grpc, "service", ""));
}

function fillLifecycle(lifecycle: JsonObject): void {
  for (const hook of ["postStart", "preStop"])
    within(lifecycle, hook, (handler) => within(handler, "httpGet", fillHttpGet));
}

function fillHttpGet(action: JsonObject): void {
  zero(action, "path", "/");
  zero(action, "scheme", "HTTP");
}
