// A fresh clone of this checkout with only the files that are in git.
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";

/**
 * A replacement for `npm ci` and `npm run build` that uses the existing packages and build, so that no registry is
 * needed and no time is lost.
 */
const NPM = `#!/bin/sh
case "$1 $2" in
  "ci "*) [ -e node_modules ] || ln -s "{root}/node_modules" node_modules; exit 0;;
  "install "*) mkdir -p node_modules; for p in "{root}"/node_modules/* "{root}"/node_modules/.bin; do
      [ -e "node_modules/$(basename "$p")" ] || ln -s "$p" node_modules/; done
    rm -rf node_modules/sallyport node_modules/.bin; ln -s "{clone}" node_modules/sallyport
    mkdir node_modules/.bin; ln -s "{clone}/dist/cli/main.js" node_modules/.bin/sallyport
    ln -s "{root}/node_modules/typescript/bin/tsc" node_modules/.bin/tsc; exit 0;;
  "run build") exit 0;;
esac
PATH=\${PATH#*:}
exec npm "$@"
`;

/**
 * Links each package instead of the whole folder: programs keep files in `node_modules/.cache`, which clones of the
 * same page must not share.
 */
function linkPackages(root, folder) {
  const [from, to] = [root, folder].map((path) => join(path, "node_modules"));
  mkdirSync(to);
  for (const name of readdirSync(from).filter((one) => one !== ".cache"))
    symlinkSync(join(from, name), join(to, name));
}

/** Files that no page uses: there are many, and each takes time to copy. */
const UNUSED = ["api", "bench", "console", "site", "src", "test", "tools"];

export function makeClone(root, dist = join(root, "dist")) {
  const parent = mkdtempSync(join(tmpdir(), "sallyport-pages-"));
  const folder = join(parent, "sallyport");
  const { stdout } = spawnSync("git", ["ls-files", "-z", "--", ...UNUSED.map((path) => `:!${path}`)], {
    cwd: root,
    encoding: "utf8",
  });
  for (const name of stdout.split("\0").filter((name) => name !== "" && existsSync(join(root, name))))
    cpSync(join(root, name), join(folder, name), { preserveTimestamps: true });
  symlinkSync(resolve(dist), join(folder, "dist"));
  for (const name of UNUSED) mkdirSync(join(folder, name));
  // `npm start` builds what is older than its sources, and folders count, too.
  for (const name of readdirSync(folder, { recursive: true }))
    if (!name.startsWith("dist") && statSync(join(folder, name)).isDirectory())
      utimesSync(join(folder, name), 0, 0);
  linkPackages(root, folder);
  const bin = join(parent, "bin");
  mkdirSync(bin);
  writeFileSync(join(bin, "npm"), NPM.replaceAll("{root}", root).replaceAll("{clone}", folder));
  chmodSync(join(bin, "npm"), 0o755);
  const home = join(parent, "home");
  mkdirSync(home);
  return {
    folder,
    env: {
      ...process.env,
      PATH: `${bin}:${process.env.PATH}`,
      HOME: home,
      npm_config_update_notifier: "false",
      SALLYPORT_SECURE_PORT: "0",
      PORT: "0",
    },
    write(files) {
      for (const { name, code } of files) {
        mkdirSync(dirname(join(folder, name)), { recursive: true });
        writeFileSync(join(folder, name), code);
      }
    },
    // A server that is still running can write its last file.
    remove: () => rmSync(parent, { recursive: true, force: true, maxRetries: 20 }),
  };
}
