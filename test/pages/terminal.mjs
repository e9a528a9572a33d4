// A shell that blocks of commands are typed into, one after the other; servers get a shell of their own.
import { spawn } from "node:child_process";

/** Commands that run until they are stopped, and the text that they print when they are ready. */
const SERVERS = /^(?:npm ci [^&]*&& )?npm start|^npx --no sallyport serve|^npm run dev/m;
const READY = "is ready at";
/** Large enough for a machine with other load, in milliseconds. */
const MOST_MS = 180_000;

const FLAGS = { zsh: ["-f", "-o", "nointeractivecomments"], bash: ["--norc"] };

/** All shells type a page at about the same time: of two servers on the port of the page, one would not start. */
const withFreePort = (code) => code.replaceAll(/--secure-port \d+/g, "--secure-port 0");

export function openTerminal(shell, { folder, env }) {
  const children = [];
  const open = (cwd) => {
    const child = spawn(shell, FLAGS[shell] ?? [], {
      cwd,
      env,
      detached: true,
      stdio: ["pipe", "pipe", "pipe"],
    });
    const said = { text: "", look: () => {} };
    const hear = (chunk) => {
      said.text += chunk;
      said.look();
    };
    child.stdout.setEncoding("utf8").on("data", hear);
    child.stderr.setEncoding("utf8").on("data", hear);
    // The machine cannot start another process; `ended` resolves in this case, too.
    child.on("error", ({ message }) => hear(`${message}\n`));
    // A shell that has ended accepts no more input; `ended` reports the end.
    child.stdin.on("error", () => {});
    // `close` is used instead of `exit`, because a server may outlive the shell that started it.
    const ended = new Promise((resolve) => child.once("close", resolve));
    children.push({ child, ended });
    return { child, said, ended };
  };
  const first = open(folder);
  let count = 0;
  const inFirst = async (code) => {
    const from = first.said.text.length;
    const mark = `--block-${++count}-`;
    first.child.stdin.write(`${code}\necho "${mark}$?-$PWD-"\necho "${mark}" >&2\n`);
    const pattern = new RegExp(`${mark}(\\d+)-(.*)-\\n`);
    const output = () => first.said.text.slice(from);
    // The mark must have arrived on both streams, so it must occur twice.
    await until(first, () => pattern.test(output()) && output().split(mark).length >= 3, code);
    const [, status, cwd] = pattern.exec(output());
    return { status: Number(status), cwd, output: output() };
  };
  const start = async (code) => {
    const server = open((await inFirst("true")).cwd);
    server.child.stdin.end(`${withFreePort(code)}\n`);
    await until(server, () => server.said.text.includes(READY), code);
    return server;
  };
  return {
    async type(code) {
      if (!SERVERS.test(code)) return inFirst(code);
      return { status: 0, output: (await start(code)).said.text };
    },
    async typeAndStop(code) {
      const { child, ended } = await start(code);
      await end({ child, ended });
    },
    async close() {
      first.child.stdin.end();
      await Promise.all(children.map(end));
    },
  };
}

function until({ said, ended }, done, what) {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`nothing came of: ${what}\n${said.text}`)), MOST_MS);
    const stop = (settle, value) => {
      clearTimeout(late);
      said.look = () => {};
      settle(value);
    };
    said.look = () => done() && stop(resolve);
    ended.then(() => stop(reject, new Error(`the shell ended at: ${what}\n${said.text}`)));
    said.look();
  });
}

/** Processes that a block has started end too: the whole process group is stopped. */
async function end({ child, ended }) {
  signal(child.pid, "SIGTERM");
  const late = setTimeout(() => signal(child.pid, "SIGKILL"), MOST_MS);
  await ended;
  clearTimeout(late);
}

function signal(pid, name) {
  try {
    process.kill(-pid, name);
  } catch {
    // The process has already ended.
  }
}
