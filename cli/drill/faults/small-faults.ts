/** Parts of which another one stands in for: an etcd, a server; and the pooler, which comes back at once. */
import { setTimeout as wait } from 'node:timers/promises';
import { must } from '../../../core/must.ts';
import { failedIn, readsAway, writesAway } from '../figures.ts';
import { endServer, startServer } from '../servers.ts';
import { type Drill, type Fault, type Reached, serverOf, spanOf } from './fault.ts';

const AWAY_SECONDS = 15;

export const loseEtcd: Fault = {
  name: 'loss of one etcd',
  run: async (drill) => {
    const etcd = must(drill.cluster.etcds[0], 'etcd');
    return told(drill, async () => {
      etcd.signal('SIGKILL');
      await wait(AWAY_SECONDS * 1000);
      drill.cluster.startEtcd(etcd);
      await drill.cluster.untilWhole();
    });
  },
};

export const killServer: Fault = {
  name: 'kill of a server',
  run: (drill) =>
    told(drill, async () => {
      const { port, version, process } = serverOf(drill, 0);
      await endServer({ port, version, process }, 'SIGKILL');
      await wait(AWAY_SECONDS * 1000);
      drill.servers[0] = await startServer(port, version);
    }),
};

export const restartPooler: Fault = {
  name: 'restart of the pooler',
  run: (drill) =>
    told(drill, async () => {
      await drill.cluster.restartPooler();
      await wait(AWAY_SECONDS * 1000);
    }),
};

/** Nothing is asked of these but that no write is lost or doubled, which is counted at the end. */
async function told({ load }: Drill, harm: () => Promise<void>): Promise<Reached[]> {
  const span = await spanOf(harm);
  const note = `${failedIn(load.attempts, span).length} attempts failed`;
  return [
    { what: 'writes away', goal: null, measured: writesAway(load.attempts, span), unit: 's', note },
    { what: 'reads away', goal: null, measured: readsAway(load.attempts, span), unit: 's' },
  ];
}
