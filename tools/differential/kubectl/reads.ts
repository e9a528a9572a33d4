import { OTHERS, POOL } from "./manifests.ts";
import type { Topic, Walk } from "./walk.ts";

const OUTPUTS = [
  "",
  "-o wide",
  "-o name",
  "-o yaml",
  "-o json",
  "-o yaml --show-managed-fields",
  "-o jsonpath={.metadata.name}",
  "-o jsonpath='{range .items[*]}{.metadata.name}{\"\\n\"}{end}'",
  "-o jsonpath={.spec.template.spec.containers[*].image}",
  "-o jsonpath-as-json={.metadata.labels}",
  "-o go-template={{.metadata.name}}",
  "-o custom-columns=N:.metadata.name,L:.metadata.labels,R:.spec.replicas",
  "-o kyaml",
  "-o wrong",
  "--show-labels",
  "-L app,tier",
  "--no-headers",
  "--show-kind",
  "-o wide --server-print=false",
  "--label-columns=tier -o wide",
];
const KINDS = [
  "pods",
  "deploy",
  "deployments.v1.apps",
  "rs,sts,ds",
  "all",
  "svc,ep",
  "cm,secrets",
  "pdb,hpa,quota,limits",
  "ing,netpol",
  "roles,rolebindings",
  "jobs,cj",
  "pvc,sa,leases",
  "events",
  "nothings",
  "pods.v9",
  "endpointslices",
  "controllerrevisions",
];
const SORTS = [
  "--sort-by=.metadata.name",
  "--sort-by=.kind",
  "--sort-by={.spec.replicas}",
  "--sort-by=.none",
  "--sort-by=.metadata.labels.tier",
];
const SELECTORS = [
  "-l app=web",
  "-l app!=web",
  "-l 'app in (web,x)'",
  "-l '!tier'",
  "-l app=web,tier",
  "-l 'a b'",
  "--field-selector=metadata.name=web",
  "--field-selector=metadata.name!=web",
  "--field-selector=status.phase=Pending",
  "--field-selector=type=Opaque",
  "--field-selector=spec.none=x",
  "--chunk-size=1",
  "--chunk-size=2",
  "--ignore-not-found",
  "-A -l nobody=has",
];

function list(walk: Walk): void {
  const flags = `${walk.maybe(0.25, ...SORTS)}${walk.maybe(0.4, ...SELECTORS)}`;
  walk.run(`get ${walk.random.pick(KINDS)} ${walk.random.pick(OUTPUTS)}${flags}`);
}

function one(walk: Walk): void {
  const what = walk.random.pick(POOL);
  const more = walk.maybe(
    0.2,
    "--subresource=status",
    "--subresource=scale",
    "--ignore-not-found",
    "service/web",
    "-w --request-timeout=1s",
  );
  walk.run(`get ${what.name} ${walk.random.pick(OUTPUTS)}${more}`);
}

function describe(walk: Walk): void {
  const what = walk.random.pick(POOL);
  walk.run(
    `describe ${walk.random.pick([what.name, what.name, walk.random.pick(KINDS), "ns/{{ns}}", "pods -l app=web"])}${walk.maybe(0.2, "--show-events=false", "--chunk-size=1")}`,
  );
}

function raw(walk: Walk): void {
  const { path } = walk.random.pick(POOL);
  const collection = path.slice(0, path.lastIndexOf("/"));
  const target = walk.random.pick([
    path,
    collection,
    `${collection}?limit=1`,
    `${path}/status`,
    `${path}/scale`,
    `${path}/none`,
    `${collection}?watch=true&timeoutSeconds=1`,
  ]);
  walk.run("get --raw", [target]);
}

const EXPLAINED = [
  "pods",
  "pod.spec.containers",
  "deploy.spec.strategy --recursive",
  "services.spec.ports",
  "ingress.spec.rules.http.paths.backend",
  "hpa --api-version=autoscaling/v1",
  "hpa.spec.metrics --api-version=autoscaling/v2",
  "cronjob.spec",
  "crd.spec.versions.schema --recursive",
  "networkpolicies.spec.egress",
  "pods.none",
  "nothings",
  "validatingadmissionpolicies.spec",
  "pods --api-version=v9",
  "nodes.status",
  "pv.spec.csi",
  "resourceclaims.spec.devices",
  "rolebindings",
  "leases.spec",
  "certificatesigningrequests.spec",
];

function explain(walk: Walk): void {
  walk.run(
    `explain ${walk.random.pick(EXPLAINED)}${walk.maybe(0.4, "--recursive", "--output=plaintext-openapiv2", "--output=plaintext")}`,
  );
}

const DISCOVERY = [
  "api-resources --api-group=apps",
  "api-resources --api-group= -o wide",
  "api-resources --api-group=batch --verbs=list,get",
  "api-resources --api-group=apps --namespaced=false",
  "api-resources --api-group=apps --categories=all -o name",
  "api-resources --api-group=apps --sort-by=kind",
  "api-resources --api-group=autoscaling --no-headers",
  "api-resources --api-group=rbac.authorization.k8s.io -o wide",
  "api-resources --api-group=admissionregistration.k8s.io -o wide",
  "api-resources --api-group=networking.k8s.io -o json",
  "api-resources --api-group=resource.k8s.io -o yaml",
  "api-resources --api-group=none",
  "cluster-info",
  "version -o json --client",
  "options",
  "get --raw /api/v1",
  "get --raw /apis/apps/v1",
  "get --raw /apis/apps",
  "get --raw /healthz/ping",
  "get --raw /livez?verbose",
  "get --raw /openapi/v3/apis/apps/v2",
  "events",
  "events --for=pod/one",
  "events --types=Warning",
  "top pods",
  "top nodes",
];

function discovery(walk: Walk): void {
  walk.run(walk.random.pick(DISCOVERY));
}

function wait(walk: Walk): void {
  const what = walk.random.pick([...POOL, ...OTHERS]).name;
  const condition = walk.random.pick([
    "--for=condition=Available",
    "--for=condition=Ready=false",
    "--for=jsonpath={.metadata.name}",
    "--for=jsonpath={.metadata.labels.app}=web",
    "--for=jsonpath={.status.phase}=Pending",
    "--for=jsonpath={.spec.none}=x",
    "--for=delete",
    "--for=create",
    "--for=nothing",
  ]);
  walk.run(
    `wait ${walk.random.pick([what, what, `${what} -o yaml`, "pods --all", "deploy -l app=web"])} ${condition} --timeout=${walk.random.pick(["1s", "0s"])}`,
  );
}

const PODS = [
  "logs POD",
  "logs POD -c none",
  "logs POD --all-containers --prefix",
  "logs POD -f --tail=1 --since=5s --timestamps",
  "logs POD --previous",
  "logs -l app=web",
  "exec POD -- true",
  "exec POD -c none -- true",
  "attach POD",
  "cp POD:/x y",
  "cp data.txt POD:/x",
  "port-forward POD 8080:80",
  "port-forward service/web 8081:80",
  "debug POD --image=busybox --target=web --profile=general",
  "debug POD --image=busybox --copy-to=copy --share-processes",
];

function pods(walk: Walk): void {
  const pod = walk.random.pick(["one", "two", "none", "deployment/web", "service/web", "job/once"]);
  walk.run(walk.random.pick(PODS).replace("POD", pod));
}

export const readTopics: readonly Topic[] = [
  list,
  list,
  list,
  one,
  one,
  describe,
  describe,
  raw,
  explain,
  discovery,
  wait,
  pods,
];
