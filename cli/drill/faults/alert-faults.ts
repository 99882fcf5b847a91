/** Each alert of the deploy kit fires on its fault, is silent before and after it, and all are in minutes of load. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { ADMIN, askSite } from '../calls.ts';
import { asOwner, DATABASE, superuserUrl } from '../cluster.ts';
import { PORTS } from '../configs.ts';
import { type Prometheus, startPrometheus } from '../prometheus.ts';
import { DATA_DIR, endServer, SPARE_PORT, startServer } from '../servers.ts';
import { until } from '../until.ts';
import { type Drill, type Fault, type Reached, serverOf } from './fault.ts';

/** Seconds of load in which no alert may fire. */
const QUIET_SECONDS = 300;

/** Seconds within which an alert fires, and is silent again: the longest of the hurried rules takes half an hour's quarter. */
const LONGEST_SECONDS = 600;

/** Does the harm, and returns the way back. */
type Harm = (drill: Drill) => Promise<() => Promise<unknown>>;

export const alerts: Fault = {
  name: 'alerts',
  run: async (drill) => {
    const prometheus = await startPrometheus();
    const figures: Reached[] = [await silence(prometheus)];
    // Slow to be noticed, and of a server of its own.
    const ofMemory = firesOn(drill, prometheus, growMemory, ['ProvostMemoryGrows']);
    for (const [harm, names] of HARMS) figures.push(...(await firesOn(drill, prometheus, harm, names)));
    figures.push(...(await ofMemory));
    prometheus.stop();
    return figures;
  },
};

async function silence({ firing }: Prometheus): Promise<Reached> {
  const fired = new Set<string>();
  for (let second = 0; second < QUIET_SECONDS; second += 5) {
    for (const name of await firing()) fired.add(name);
    await wait(5_000);
  }
  const note = [...fired].join();
  return {
    what: `alerts in ${QUIET_SECONDS} s of load`,
    goal: 0,
    measured: fired.size,
    unit: '',
    ...(note && { note }),
  };
}

/** Returns for each name how long it took to fire, and how many of them do not end after the fault. */
async function firesOn(
  drill: Drill,
  { firing }: Prometheus,
  harm: Harm,
  names: readonly string[],
): Promise<Reached[]> {
  const began = performance.now();
  const seconds = new Map<string, number>();
  const heal = await harm(drill);
  const haveAllFired = async () => {
    for (const name of await firing())
      if (!seconds.has(name)) seconds.set(name, (performance.now() - began) / 1000);
    return names.every((name) => seconds.has(name));
  };
  const areSilent = async () => !(await firing()).some((name) => names.includes(name));
  await until('alerts fire', LONGEST_SECONDS, haveAllFired).catch(() => {});
  await heal();
  const end = until('alerts end', LONGEST_SECONDS, areSilent);
  const still = await end.then(
    () => 0,
    () => 1,
  );
  const fired = names.map((name) => ({
    what: `${name} fires`,
    goal: LONGEST_SECONDS,
    measured: seconds.get(name) ?? Number.POSITIVE_INFINITY,
    unit: 's',
  }));
  return [...fired, { what: `${names.join()} stays after the fault`, goal: 0, measured: still, unit: '' }];
}

const freezeDatabase: Harm = async ({ cluster }) => {
  const primary = await cluster.leader();
  primary.signal('SIGSTOP');
  return async () => {
    primary.signal('SIGCONT');
    await cluster.untilWhole();
  };
};

// What was written reaches the replicas, but is not replayed; Patroni would end a pause of it.
const stopReplay: Harm = async ({ cluster }) => {
  const primary = await cluster.leader();
  const replicas = cluster.nodes.filter(({ name }) => name !== primary.name);
  for (const replica of replicas) replica.signal('SIGSTOP', 'startup recovering');
  return async () => {
    for (const replica of replicas) replica.signal('SIGCONT', 'startup recovering');
    await cluster.untilWhole();
  };
};

/** Lets each statement of a kind on a table fail, as a migration by hand might. */
function breakTable(table: string, event: 'insert' | 'update'): Harm {
  return async () => {
    await asOwner(`create function drill_breaks() returns trigger language plpgsql as
      $$ begin raise exception 'broken by the drill'; end $$`);
    await asOwner(
      `create trigger drill_breaks before ${event} on ${table} for each statement execute function drill_breaks()`,
    );
    return async () => {
      await asOwner(`drop trigger drill_breaks on ${table}`);
      await asOwner('drop function drill_breaks()');
    };
  };
}

/** No mail is taken any more, and one waits. */
const failJob: Harm = async (drill) => {
  const heal = await breakTable('mails', 'update')(drill);
  await askForMail();
  return heal;
};

// Somebody holds the classes and forgets about it, while many look at them.
const lockClasses: Harm = async () => {
  const client = new pg.Client({ connectionString: superuserUrl(`127.0.0.1:${PORTS.database}`, DATABASE) });
  client.on('error', () => {});
  await client.connect();
  await client.query('begin; lock table classes in access exclusive mode');
  let isOver = false;
  const readers = Array.from({ length: 60 }, async () => {
    while (!isOver) await askSite('classes?limit=10');
  });
  return async () => {
    isOver = true;
    await client.end();
    await Promise.all(readers);
  };
};

/** All workers end while a mail waits. */
const endWorkers: Harm = async (drill) => {
  const heal = await failJob(drill);
  await restartAll(drill, { ROLES: 'web' });
  await heal();
  return () => restartAll(drill, {});
};

/** A process is given too little of its machine: it stands for two seconds, again and again. */
const starveProcess: Harm = async (drill) => {
  const { process } = serverOf(drill, 0);
  let isOver = false;
  const pulses = (async () => {
    while (!isOver) {
      process.kill('SIGSTOP');
      await wait(2_000);
      process.kill('SIGCONT');
      await wait(150);
    }
  })();
  return async () => {
    isOver = true;
    await pulses;
  };
};

/** A server beside the others that keeps a gigabyte. */
const growMemory: Harm = async (drill) => {
  const leak = path.join(DATA_DIR, 'leak.cjs');
  writeFileSync(leak, 'globalThis.leak = Buffer.alloc(1e9, 1);\n');
  const { version } = serverOf(drill, 0);
  const server = await startServer(SPARE_PORT, version, {
    ROLES: 'web',
    NODE_OPTIONS: `--require=${leak}`,
  });
  return () => endServer(server);
};

const HARMS: readonly [Harm, readonly string[]][] = [
  [freezeDatabase, ['ProvostDatabaseAway']],
  [stopReplay, ['ProvostReplicaBehind']],
  [breakTable('charges', 'insert'), ['ProvostErrors']],
  [lockClasses, ['ProvostPoolExhausted', 'ProvostSlow']],
  [failJob, ['ProvostJobFails']],
  [endWorkers, ['ProvostNoWorker', 'ProvostWorkWaits']],
  [starveProcess, ['ProvostEventLoopBusy']],
];

async function restartAll(drill: Drill, settings: NodeJS.ProcessEnv): Promise<void> {
  for (const [index, server] of drill.servers.entries()) {
    await endServer(server);
    drill.servers[index] = await startServer(server.port, server.version, settings);
  }
}

/** Resolves once the mail stands there. */
async function askForMail(): Promise<void> {
  await fetch(`http://127.0.0.1:${PORTS.web}/api/wladmin/recover-password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: ADMIN.email }),
  });
  const waiting = 'select from mails where sent_at is null and refused_at is null and lost_at is null';
  await until('a mail waits', 60, async () => (await asOwner(waiting)).length > 0);
}
