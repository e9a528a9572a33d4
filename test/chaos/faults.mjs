const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const between = (low, high) => low + Math.random() * (high - low);
const oneOf = (list) => list[Math.floor(Math.random() * list.length)];

/** Faults of a member of etcd, and their repair. Two of three members continue without it. */
const MEMBER_FAULTS = [
  { name: "killed", begin: (member) => member.kill(), end: (member) => member.restart() },
  {
    name: "stopped",
    begin: (member) => void process.kill(member.pid, "SIGSTOP"),
    end: (member) => void process.kill(member.pid, "SIGCONT"),
  },
];

/** Some last longer than a Lease, so that the others give the server up. */
const REPLICA_FAULTS = [
  { name: "killed", begin: (replica) => replica.kill(), end: (replica) => replica.start() },
  {
    name: "stopped",
    begin: (replica) => replica.signal("SIGSTOP"),
    end: (replica) => replica.signal("SIGCONT"),
  },
  {
    name: "cut off from etcd",
    begin: ({ links }) => links.forEach((link) => void link.cut()),
    end: ({ links }) => links.forEach((link) => void link.mend()),
  },
  {
    name: "cut off from one member",
    begin: ({ links }) => void oneOf(links).cut(),
    end: ({ links }) => links.forEach((link) => void link.mend()),
  },
  {
    name: "far from etcd",
    begin: ({ links }) => links.forEach((link) => void link.delay(between(50, 400))),
    end: ({ links }) => links.forEach((link) => void link.mend()),
  },
  {
    name: "parted from etcd for a moment",
    begin: ({ links }) => links.forEach((link) => void link.breakAll()),
    end: () => {},
  },
];

/** A server with several processes starts it again itself. */
const PROCESS_FAULT = {
  name: "without one of its processes",
  begin: (replica) => replica.killProcess(),
  end: () => {},
};

/** Causes a fault of one member at a time, and of one server at the same time. `stop` repairs all faults. */
export function startFaults({ members, replicas, processes, say }) {
  let stopped = false;
  let count = 0;
  let wake = () => {};
  const woken = new Promise((resolve) => {
    wake = resolve;
  });
  const wait = (ms) => Promise.race([pause(ms), woken]);
  const run = async (what, targets, faults, longest) => {
    while (!stopped) {
      await wait(between(500, 4000));
      if (stopped) return;
      const [target, fault, ms] = [oneOf(targets), oneOf(faults), between(300, longest)];
      say(`${what} ${targets.indexOf(target) + 1} is ${fault.name} for ${(ms / 1000).toFixed(1)} s`);
      count++;
      await fault.begin(target);
      await wait(ms);
      await fault.end(target);
    }
  };
  // It happens as often as all others together.
  const replicaFaults = REPLICA_FAULTS.flatMap((fault) => (processes > 1 ? [fault, PROCESS_FAULT] : [fault]));
  const ended = Promise.all([
    run("member", members, MEMBER_FAULTS, 10_000),
    run("server", replicas, replicaFaults, 20_000),
  ]);
  return {
    get count() {
      return count;
    },
    async stop() {
      stopped = true;
      wake();
      await ended;
    },
  };
}
