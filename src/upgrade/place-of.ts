import type { Manifest } from "../explain/offline/manifests.ts";
import { pathOfField } from "../explain/refused/field-path.ts";
import { type Path, pointerOf } from "../explain/sources.ts";
import { record, text } from "../json/value.ts";
import type { Place } from "./finding.ts";

/** Returns the place of a path in an object. */
export function placeOf(manifest: Manifest, path: Path): Place {
  const { file, line } = manifest.place?.(path) ?? { file: "", line: 0 };
  return { of: nameOf(manifest), path: pointerOf(path), file, line };
}

/** The place of a field that a message names, such as `spec.ports[0].name`. */
export const placeOfField = (manifest: Manifest, field: string): Place =>
  placeOf(manifest, pathOfField(field));

/** `Deployment shop/web`. */
export function nameOf({ object }: Manifest): string {
  const { name, namespace, generateName } = record(object.metadata);
  const own = text(name) || text(generateName);
  const place = text(namespace) === "" ? own : `${text(namespace)}/${own}`;
  return place === "" ? text(object.kind) : `${text(object.kind)} ${place}`;
}
