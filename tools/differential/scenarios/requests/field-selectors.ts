import { DRY, NS, Scenario } from "../scenario.ts";

const OWN: [string, string] = ["labelSelector", "l={{id}}"];

const SELECTORS = [
  "metadata.namespace={{ns}},metadata.namespace=x",
  "metadata.name=a",
  "metadata.name=a,metadata.name=b",
  "a",
  "=",
  "metadata.name in (a)",
];
const FORMS = [
  ...["v1beta1", "v2", "v1alpha1", "__internal"].map((version) => `PartialObjectMetadataList;v=${version}`),
  ...["v1beta1", "v2"].map((version) => `PartialObjectMetadata;v=${version}`),
  ...["v1beta1", "v2", ""].map((version) => `Table;v=${version}`),
  ...["Odd", "Status", "List"].map((kind) => `${kind};v=v1`),
];
const INCLUDED = ["Odd", "None", "Object", "", "None,Object"];

/** Objects that are read, watched and deleted by namespace and name. */
export function fieldSelectors(): Scenario {
  const s = new Scenario("field-selectors");
  for (const plural of ["configmaps", "secrets"])
    s.post(`${NS}/${plural}`, { metadata: { name: "a", labels: { l: "{{id}}" } } });
  for (const selector of SELECTORS) {
    const field: [string, string] = ["fieldSelector", selector];
    for (const path of ["/api/v1/configmaps", `${NS}/configmaps`, "/api/v1/secrets"]) {
      s.get(path, [OWN, field]);
      s.get(path, [OWN, field, ["resourceVersion", "0"]]);
    }
    s.delete(`${NS}/configmaps`, undefined, [OWN, field, ...DRY]);
    s.get(`/api/v1/watch/namespaces/{{ns}}/configmaps/b`, [field, ["timeoutSeconds", "1"]]);
  }
  return s;
}

/** Forms of answers that there are, and that there are not. */
export function formsOfAnswers(): Scenario {
  const s = new Scenario("forms-of-answers");
  s.post(`${NS}/configmaps`, { metadata: { name: "a", labels: { l: "{{id}}" } } });
  const paths = [`${NS}/configmaps`, `${NS}/configmaps/a`, `${NS}/configmaps/none`];
  for (const form of FORMS)
    for (const group of [";g=meta.k8s.io", "", ";g=x.y"])
      for (const type of ["application/json", "application/yaml"])
        for (const path of paths) s.get(path, [OWN], { headers: { accept: `${type};as=${form}${group}` } });
  const table = "application/json;as=Table;v=v1;g=meta.k8s.io";
  for (const included of INCLUDED)
    for (const path of paths) s.get(path, [["includeObject", included]], { headers: { accept: table } });
  return s;
}
