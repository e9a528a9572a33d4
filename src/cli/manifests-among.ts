import { basename, dirname, join, normalize } from "node:path";
import { readText } from "../disk/read-text.ts";
import { parseManifests } from "../explain/offline/manifests.ts";
import { record, text } from "../json/value.ts";
import { fewOf } from "../report/few-of.ts";

const KUSTOMIZATION = /^kustomization\.ya?ml$/;

/** Files with the parts of objects that a test expects (kuttl, Chainsaw): `01-assert.yaml`, `02-errors.yaml`. */
const EXPECTATION = /^\d+-errors?\.ya?ml$|(?:^|[-_])assert(?:ions?|s)?[-_.]/;

/** The files that are read, and notes about the others. */
export interface Chosen {
  readonly files: readonly string[];
  readonly notes: readonly string[];
  /** Files whose objects a kustomization changes, by patches, names or namespaces, each with the folder of the outermost one. */
  readonly changed: ReadonlyMap<string, string>;
}

/**
 * Returns the files below a folder that are manifests: patches look like manifests, but are not, templates of a chart have
 * none before Helm fills them in, and the files beside Chart.yaml have its values. In a folder with a kustomization.yaml the manifests are the files that it names as resources. In a folder without one they are all files,
 * except those that a kustomization.yaml names for another purpose, those of its folder `patches`, where kubebuilder
 * writes patches that are not in use yet, and those with the parts of objects that a test expects.
 */
export async function manifestsAmong(files: readonly string[]): Promise<Chosen> {
  const kustomizations = new Map<string, Named>();
  for (const file of files.filter((one) => KUSTOMIZATION.test(basename(one)))) {
    const named = await namedIn(file);
    if (named !== undefined) kustomizations.set(dirname(file), named);
  }
  const all = [...kustomizations.values()];
  const resources = new Set(all.flatMap((named) => named.resources));
  const others = new Set(all.flatMap((named) => named.others));
  const isManifest = (file: string): boolean => {
    if (EXPECTATION.test(basename(file))) return false;
    const own = kustomizations.get(dirname(file))?.resources;
    if (own !== undefined) return own.includes(normalize(file));
    return (
      resources.has(normalize(file)) || !(others.has(normalize(file)) || isAmongPatches(file, kustomizations))
    );
  };
  const expected = files.filter((file) => EXPECTATION.test(basename(file)));
  const left = files.filter(
    (file) => !isManifest(file) && ![KUSTOMIZATION, EXPECTATION].some((one) => one.test(basename(file))),
  );
  const charts = files.filter((file) => basename(file) === "Chart.yaml").map((file) => dirname(file));
  const templates = await templatesAmong(files, charts);
  const isOfChart = (file: string): boolean => templates.has(file) || charts.includes(dirname(file));
  return {
    files: files.filter((file) => isManifest(file) && !isOfChart(file)),
    notes: [
      ...(left.length === 0 ? [] : [noteAbout(left)]),
      ...(expected.length === 0
        ? []
        : [`skipped, because a test expects these objects: ${fewOf(expected, MOST_SHOWN)}`]),
      ...[...new Set(templates.values())].map(noteAboutChart),
    ],
    changed: changedFiles(kustomizations),
  };
}

/** Returns the templates of charts that Helm has to fill in, each with the folder of its chart. */
async function templatesAmong(
  files: readonly string[],
  charts: readonly string[],
): Promise<Map<string, string>> {
  const templates = new Map<string, string>();
  for (const chart of charts)
    for (const file of files)
      if (file.startsWith(join(chart, "templates", "/")) && (await hasActions(file)))
        templates.set(file, chart);
  return templates;
}

/** True for a file with actions of Go's templates: `{{ .Values.image }}`. */
export const hasActions = (file: string): Promise<boolean> =>
  readText(file).then(
    (read) => read.includes("{{"),
    () => false,
  );

const noteAboutChart = (chart: string): string =>
  `templates of the chart ${chart} skipped; check the output of \`helm template ${chart}\` instead`;

/** Follows the resources of the kustomizations that are no part of another one. */
function changedFiles(kustomizations: ReadonlyMap<string, Named>): Map<string, string> {
  const parts = new Set([...kustomizations.values()].flatMap((named) => named.resources));
  const changed = new Map<string, string>();
  const followed = new Set<string>();
  const follow = (folder: string, root: string, isChanged: boolean): void => {
    const named = kustomizations.get(folder);
    const changes = isChanged || named?.changes === true;
    const step = `${changes} ${folder}`;
    if (named === undefined || followed.has(step)) return;
    followed.add(step);
    for (const resource of named.resources)
      if (kustomizations.has(resource)) follow(resource, root, changes);
      else if (changes && !changed.has(resource)) changed.set(resource, root);
  };
  for (const folder of kustomizations.keys()) if (!parts.has(folder)) follow(folder, folder, false);
  return changed;
}

const noteAbout = (left: readonly string[]): string =>
  `skipped, because their kustomization.yaml does not name them as resources: ${fewOf(left, MOST_SHOWN)}; check the output of \`kustomize build\` instead`;

export const MOST_SHOWN = 5;

/** True for a file below a folder `patches` of a kustomization. */
function isAmongPatches(file: string, kustomizations: ReadonlyMap<string, Named>): boolean {
  for (let folder = dirname(file); dirname(folder) !== folder; folder = dirname(folder))
    if (basename(folder) === "patches" && kustomizations.has(dirname(folder))) return true;
  return false;
}

/** The files and folders that a kustomization names as resources, and the files for other purposes. */
interface Named {
  readonly resources: readonly string[];
  readonly others: readonly string[];
  /** True if it changes its resources. */
  readonly changes: boolean;
}

/** Members that name files with changes: as texts, or as the member `path` of objects. */
const CHANGES = ["patches", "patchesStrategicMerge", "patchesJson6902", "replacements", "transformers"];
/** Other members that name files which are no resources. */
const OTHERS = ["validators", "generators", "configurations"];
/** Members that change names and namespaces. */
const NAMES = ["namespace", "namePrefix", "nameSuffix", "vars"];

/** Returns undefined if the file cannot be read; its resources are then unknown. */
async function namedIn(file: string): Promise<Named | undefined> {
  try {
    const [first] = await parseManifests(await readText(file), file);
    const kustomization = record(first?.object);
    const named = (members: readonly string[]): string[] =>
      members
        .flatMap((member) => kustomization[member] ?? [])
        .map((one) => (typeof one === "string" ? one : text(record(one).path)))
        .map((name) => normalize(join(dirname(file), name)));
    return {
      resources: named(["resources", "bases", "components"]),
      others: named([...CHANGES, ...OTHERS]),
      changes: [...CHANGES, ...NAMES].some((member) => kustomization[member] !== undefined),
    };
  } catch {
    return undefined;
  }
}
