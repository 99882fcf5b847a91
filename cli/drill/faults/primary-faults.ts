import { setTimeout as wait } from 'node:timers/promises';
import { inPostgres } from '../cluster.ts';
import { STATE } from '../configs.ts';
import { failedIn, readsAway, type Span, writesAway } from '../figures.ts';
import type { Host } from '../hosts.ts';
import { type Drill, type Fault, spanOf } from './fault.ts';

/** Seconds that a primary is frozen or cut off: longer than its lease. */
const AWAY_SECONDS = 30;

/** Goals in seconds. */
const WRITES_BACK = 25;
const HANDED_OVER = 5;
const READS_AWAY = 2;

export const killPrimary = away('kill of the primary', async (primary, { cluster }) => {
  primary.signal('SIGKILL');
  await wait(AWAY_SECONDS * 1000);
  cluster.startNode(primary);
});

export const freezePrimary = away('freeze of the primary', async (primary) => {
  primary.signal('SIGSTOP');
  await wait(AWAY_SECONDS * 1000);
  primary.signal('SIGCONT');
});

export const cutPrimary = away('primary cut off', async (primary) => {
  primary.plug(false);
  await wait(AWAY_SECONDS * 1000);
  primary.plug(true);
});

export const switchover: Fault = {
  name: 'switchover',
  run: async ({ cluster, load }) => {
    const primary = await cluster.leader();
    const settings = `${STATE}/${primary.name}.patroni`;
    let note = '';
    const span = await spanOf(async () => {
      const began = performance.now();
      await inPostgres('patronictl', '-c', settings, 'switchover', '--leader', primary.name, '--force');
      note = `Patroni took ${((performance.now() - began) / 1000).toFixed(1)} s`;
      await wait(5_000);
      await cluster.untilWhole();
    });
    const measured = writesAway(load.attempts, span);
    return [{ what: 'writes away', goal: HANDED_OVER, measured, unit: 's', note }];
  },
};

/** Says how many reads were refused or not answered, and how the first was, in seconds from the beginning of the fault. */
function refusedReads({ load }: Drill, span: Span): string {
  const failed = failedIn(load.attempts, span).filter(({ kind }) => kind === 'read');
  const [first] = failed;
  if (!first) return '';
  const [from, to] = [first.began, first.ended].map((moment) => ((moment - span.began) / 1000).toFixed(1));
  return `${failed.length} failed, the first from ${from} to ${to} s: ${first.status} ${first.said.slice(0, 60)}`;
}

function away(name: string, harm: (primary: Host, drill: Drill) => Promise<void>): Fault {
  return {
    name,
    run: async (drill) => {
      const { cluster, load } = drill;
      const primary = await cluster.leader();
      const span = await spanOf(async () => {
        await harm(primary, drill);
        await cluster.untilWhole();
      });
      return [
        { what: 'writes away', goal: WRITES_BACK, measured: writesAway(load.attempts, span), unit: 's' },
        {
          what: 'reads away',
          goal: READS_AWAY,
          measured: readsAway(load.attempts, span),
          unit: 's',
          note: refusedReads(drill, span),
        },
      ];
    },
  };
}
