import { type JsonObject, texts } from "../../json/value.ts";
import type { Manifest } from "../offline/manifests.ts";
import type { ToldPlace } from "../refused/holders.ts";

/** A document that is no object, and the program that reads such files. */
export function headless({ object, line }: Manifest, head: string): ToldPlace {
  const members = Object.keys(object);
  const [, whose = ""] = FILES.find(([is]) => is(object)) ?? [];
  return { says: `a document has ${members.slice(0, 4).join(", ")} and no ${head}${whose}`, at: line([]) };
}

/** The members of a Chart.yaml. */
const OF_CHARTS =
  /^(?:apiVersion|name|version|kubeVersion|description|type|keywords|home|sources|dependencies|maintainers|icon|appVersion|deprecated|annotations|condition|tags|engine)$/;

const FILES: readonly (readonly [is: (document: JsonObject) => boolean, whose: string])[] = [
  [
    (one) =>
      one.name !== undefined &&
      one.version !== undefined &&
      Object.keys(one).every((key) => OF_CHARTS.test(key)),
    ", as the Chart.yaml of Helm, which is no manifest",
  ],
  [
    ({ resources }) => texts(resources).length > 0,
    ", as the file of kustomize: kubectl apply -k FOLDER reads it",
  ],
];
