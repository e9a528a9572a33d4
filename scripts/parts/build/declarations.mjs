// Declarations as the package ships them: one file for each entry point, which needs no other of ours, and a report of
// what it exports (docs/decisions/0015). The compiler writes a declaration for each source; API Extractor joins them.
import { spawnSync } from "node:child_process";
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { CompilerState, Extractor, ExtractorConfig } from "@microsoft/api-extractor";
import { ROOT } from "../shared.mjs";
import { entryPoints, REPORTS } from "./entry-points.mjs";

/** Checks all sources; false when they have errors, which are printed. */
export function writeDeclarations(outDir) {
  // Not in node_modules: what lies there is taken for a library, and is not joined.
  const folder = join(ROOT, `.declarations-${process.pid}`);
  try {
    if (!compile(folder)) return false;
    extract(folder, outDir);
    return true;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Files of declarations, below the build's folder. */
export const declarationFiles = () => entryPoints().map(({ path }) => `${path}.d.ts`);

function compile(folder) {
  const compiler = join(ROOT, "node_modules/typescript/bin/tsc");
  const project = join(ROOT, "tsconfig.build.json");
  const { status } = spawnSync(process.execPath, [compiler, "-p", project, "--outDir", folder], {
    stdio: "inherit",
  });
  for (const name of readdirSync(folder, { recursive: true }))
    if (name.endsWith(".d.ts")) nameCode(join(folder, name));
  return status === 0;
}

/** The compiler leaves `./x.ts` in declarations, which API Extractor takes for a module of another package. */
function nameCode(file) {
  const text = readFileSync(file, "utf8");
  writeFileSync(file, text.replace(/(\bfrom |\bimport\()"(\.[^"]*)\.ts"/g, '$1"$2.js"'));
}

function extract(folder, outDir) {
  const entries = entryPoints();
  const files = entries.map(({ path }) => join(folder, `${path}.d.ts`));
  mkdirSync(join(outDir, REPORTS), { recursive: true });
  const configs = entries.map((entry, index) => configOf(entry, files[index], files, outDir));
  const compilerState = CompilerState.create(configs[0], { additionalEntryPoints: files });
  const notExported = configs.map((config, index) => {
    const names = [];
    const { errorCount } = Extractor.invoke(config, {
      compilerState,
      localBuild: true,
      messageCallback: (message) => hear(message, names),
    });
    if (errorCount > 0) throw new Error(`no declarations of ${entries[index].path}`);
    keepAugmentations(files[index], join(outDir, `${entries[index].path}.d.ts`));
    return [entries[index].name, names.sort()];
  });
  writeFileSync(
    join(outDir, REPORTS, "not-exported.json"),
    `${JSON.stringify(Object.fromEntries(notExported), null, 2)}\n`,
  );
}

/** API Extractor drops what a source declares for the modules of others: `declare module "vitest" { … }`. */
function keepAugmentations(from, to) {
  const blocks = readFileSync(from, "utf8").match(/^declare module "[\s\S]*?^}$/gm) ?? [];
  if (blocks.length > 0) appendFileSync(to, `\n${blocks.join("\n")}\n`);
}

function hear(message, names) {
  if (message.messageId === "ae-forgotten-export") names.push(/"([^"]+)"/.exec(message.text)[1]);
  else if (message.logLevel === "error") console.error(`${message.sourceFilePath}: ${message.text}`);
  message.handled = true;
}

function configOf({ name, path }, file, files, outDir) {
  const reports = join(outDir, REPORTS);
  const { compilerOptions } = JSON.parse(readFileSync(join(ROOT, "tsconfig.json"), "utf8"));
  mkdirSync(dirname(join(outDir, path)), { recursive: true });
  return ExtractorConfig.prepare({
    configObject: {
      projectFolder: ROOT,
      mainEntryPointFilePath: file,
      compiler: { overrideTsconfig: { compilerOptions: { ...compilerOptions, noEmit: true }, files } },
      apiReport: {
        enabled: true,
        reportFileName: `${name}.api.md`,
        reportFolder: reports,
        reportTempFolder: reports,
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: true, untrimmedFilePath: join(outDir, `${path}.d.ts`) },
      tsdocMetadata: { enabled: false },
      newlineKind: "lf",
      messages: {
        compilerMessageReporting: { default: { logLevel: "error" } },
        extractorMessageReporting: {
          default: { logLevel: "none" },
          "ae-forgotten-export": { logLevel: "warning", addToApiReportFile: false },
        },
        tsdocMessageReporting: { default: { logLevel: "none" } },
      },
    },
    configObjectFullPath: join(ROOT, "api-extractor.json"),
    packageJsonFullPath: join(ROOT, "package.json"),
  });
}
