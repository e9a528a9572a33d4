import { parseManifests } from "../../src/explain/offline/manifests.ts";
import { Model, type ModelOptions } from "../../src/lint/model/model.ts";

/** The model that rules read, made from manifests as text. */
export const modelOf = async (text: string, options: Partial<ModelOptions> = {}): Promise<Model> =>
  new Model(await parseManifests(text, "a.yaml"), { now: 0, ...options });
