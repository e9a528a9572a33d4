import type { Topic, Walk } from "./walk.ts";

const CRON = "'*/5 * * * *'";

/** Each generator of `kubectl create`, and `run`, `expose` and `autoscale`. */
const GENERATORS: readonly string[] = [
  "configmap lit --from-literal=a=1 --from-literal=b=x=y",
  "configmap file --from-file=data.txt --from-file=other=data.txt",
  "configmap hashed --from-literal=a=1 --append-hash",
  "configmap env --from-env-file=data.env",
  "configmap bad --from-literal=a/b=1",
  "configmap Bad_Name --from-literal=a=1",
  "secret generic plain --from-literal=password=secret --type=example.com/x",
  "secret generic filed --from-file=data.txt",
  "secret docker-registry reg --docker-server=example.com --docker-username=u --docker-password=p --docker-email=e@example.com",
  "secret tls crt --cert=data.txt --key=data.txt",
  "serviceaccount bot",
  "sa bot",
  "quota small --hard=pods=2,services=3,requests.cpu=1",
  "quota scoped --hard=pods=2 --scopes=BestEffort",
  "quota wrong --hard=pods=2,services=3 --scopes=BestEffort",
  "quota odd --hard=pods=x",
  "priorityclass prio-{{id}} --value=1000 --description=important --preemption-policy=Never",
  "priorityclass huge-{{id}} --value=2000000000",
  "poddisruptionbudget pdb1 --selector=app=web --min-available=1",
  "pdb pdb2 --selector=app=web --max-unavailable=50%",
  "pdb pdb3 --selector=app=web --min-available=x",
  "role r1 --verb=get,list --resource=pods,configmaps",
  "role r2 --verb=get --resource=pods --resource-name=one",
  "role r3 --verb=get --resource=deployments.apps/scale",
  "role r4 --verb=fly --resource=pods",
  "role r5 --verb=get --resource=nothings",
  "clusterrole cr-{{id}} --verb=get --non-resource-url=/logs/*",
  "clusterrole ag-{{id}} --aggregation-rule=a=b",
  "clusterrole bad-{{id}} --verb=create --non-resource-url=/x",
  "rolebinding rb1 --role=r1 --user=jane --group=dev",
  "rolebinding rb2 --clusterrole=view --serviceaccount={{ns}}:bot",
  "rolebinding rb3 --clusterrole=view --serviceaccount=wrong",
  "clusterrolebinding crb-{{id}} --clusterrole=cr-{{id}} --group=dev",
  "job j1 --image=busybox -- echo hello",
  "job j2 --from=cronjob/often",
  "job j3 --from=cronjob/none",
  "job j4 --image=busybox",
  `cronjob c1 --image=busybox --schedule=${CRON} -- echo hello`,
  `cronjob c2 --image=busybox --schedule=${CRON} --restart=Never`,
  "cronjob c3 --image=busybox --schedule=never",
  "deployment made --image=nginx --replicas=2 --port=80",
  "deployment made2 --image=nginx --image=busybox",
  "deployment bad.name --image=nginx",
  "deployment badport --image=nginx --port=70000",
  "service clusterip plain --tcp=80:8080 --tcp=443:http",
  "service clusterip headless --clusterip=None",
  "service clusterip fixed --tcp=80 --clusterip=1.2.3.4",
  "service nodeport outside --tcp=80:8080",
  "service nodeport wrong --tcp=80 --node-port=80",
  "service externalname elsewhere --external-name=example.com",
  "service externalname odd --external-name=a_b",
  "service loadbalancer over --tcp=80",
  "ingress in1 --rule=example.com/*=web:80",
  "ingress in2 --rule=example.com/path=web:http,tls=cert --annotation=a=b --class=nginx",
  "ingress in3 --default-backend=web:80",
  "ingress in4 --rule=*.example.com/x*=web:80,tls",
  "ingress in5 --rule=bad",
  "token robot --duration=10m",
  "token robot --duration=1s",
  "token robot --bound-object-kind=Pod --bound-object-name=none",
  "token robot --bound-object-kind=Secret --bound-object-name=pass --bound-object-uid=x",
  "token none",
  "namespace new-{{id}}",
  "ns Bad_Name",
];

const OUTPUTS = [
  "-o yaml",
  "-o json",
  "-o name",
  "-o jsonpath={.metadata.name}",
  "-o yaml --show-managed-fields",
];

const FILES = { "data.txt": "one\ntwo\n", "data.env": "A=1\n# no\nB=x y\n" };

function generate(walk: Walk): void {
  const line = walk.random.pick(GENERATORS);
  const flags = `${walk.maybe(0.3, "--dry-run=client", "--dry-run=server")}${walk.maybe(0.5, ...OUTPUTS)}${walk.maybe(
    0.2,
    "--save-config",
    "--field-manager=me",
    "--validate=false",
    "--validate=warn",
  )}`;
  const [head, tail] = line.split(" -- ");
  const takesFlags = line.startsWith("token ") ? walk.maybe(0.3, "-o yaml") : flags;
  walk.run(`create ${head}${takesFlags}${tail === undefined ? "" : ` -- ${tail}`}`, [], { files: FILES });
}

function run(walk: Walk): void {
  const flags = [
    walk.maybe(0.4, "--restart=Never", "--restart=OnFailure", "--restart=Sometimes"),
    walk.maybe(0.3, "--port=80", "--port=80 --expose", "--port=80 --expose --dry-run=client"),
    walk.maybe(0.3, "--env=A=b --env=C=d"),
    walk.maybe(0.3, "--labels=app=web,x=y", "--labels=a"),
    walk.maybe(0.3, '--overrides=\'{"spec":{"nodeName":"n"}}\'', "--annotations=a=b", "--privileged"),
    walk.maybe(0.3, "--dry-run=server", "--dry-run=client -o yaml"),
    walk.maybe(0.3, ...OUTPUTS),
    walk.maybe(0.2, "--command -- sleep 1", "-- sleep 1"),
  ];
  walk.run(`run ${walk.random.pick(["two", "three", "Bad"])} --image=busybox${flags.join("")}`);
  walk.look("/api/v1/namespaces/{{ns}}/pods/two");
}

function expose(walk: Walk): void {
  const what = walk.random.pick([
    "deployment/web",
    "service/web",
    "pod/one",
    "rc/old",
    "rs/set",
    "configmap/conf",
    "deployment/none",
  ]);
  const flags = [
    walk.maybe(0.6, "--port=8080", "--port=80 --target-port=http", "--port=80,443", "--port=0"),
    walk.maybe(0.6, "--name=exposed", "--name=exposed2", "--name=Bad"),
    walk.maybe(0.4, "--type=NodePort", "--type=LoadBalancer", "--type=Wrong", "--cluster-ip=None"),
    walk.maybe(
      0.3,
      "--protocol=UDP",
      "--session-affinity=ClientIP",
      "--external-ip=1.2.3.4",
      "--selector=a=b",
    ),
    walk.maybe(0.3, ...OUTPUTS),
    walk.maybe(0.3, "--dry-run=server", "--dry-run=client"),
  ];
  walk.run(`expose ${what}${flags.join("")}`);
  walk.look("/api/v1/namespaces/{{ns}}/services/exposed");
}

function autoscale(walk: Walk): void {
  const what = walk.random.pick([
    "deployment/web",
    "statefulset/db",
    "rs/set",
    "rc/old",
    "daemonset/each",
    "deployment/none",
  ]);
  const flags = [
    walk.maybe(0.9, "--max=3", "--min=2 --max=5", "--min=5 --max=2", "--max=0"),
    walk.maybe(0.5, "--cpu-percent=50", "--cpu=50%", "--cpu=500m", "--memory=1Gi"),
    walk.maybe(0.3, "--name=other"),
    walk.maybe(0.4, ...OUTPUTS),
    walk.maybe(0.3, "--dry-run=server", "--dry-run=client"),
  ];
  walk.run(`autoscale ${what}${flags.join("")}`);
  walk.look("/apis/autoscaling/v2/namespaces/{{ns}}/horizontalpodautoscalers/web");
}

export const createTopics: readonly Topic[] = [generate, generate, generate, run, expose, autoscale];
