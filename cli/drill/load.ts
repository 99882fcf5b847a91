/** The load of the drill: sales, refunds and payouts, each told until it is answered, and reads. */
import { setTimeout as wait } from 'node:timers/promises';
import { must } from '../../core/must.ts';
import { type Attempt, openCaller, Refused } from './calls.ts';
import { asOwner } from './cluster.ts';

const SELLERS = 2;
const READERS = 2;

const PACE_MS = { sale: 60, refund: 250, payout: 2_000, read: 40 };

/** Days before which all of it was sold: what is told is due at once. */
const DAYS_AGO = 60;

export const MARK = 'drill-';

export type Load = {
  attempts: readonly Attempt[];
  /** Moment of its beginning, as the database counts. */
  since: string;
  acknowledged: Record<'sales' | 'refunds' | 'payouts', Map<string, number>>;
  surprises: string[];
  /** Expects from now on that what stands in a balance may be gone. */
  damage(): void;
  stop(): Promise<void>;
};

/** Begins; throws where there is nothing to sell. */
export async function startLoad(): Promise<Load> {
  const caller = openCaller();
  const acknowledged = { sales: new Map(), refunds: new Map(), payouts: new Map() } as Load['acknowledged'];
  const surprises: string[] = [];
  const classes = await classesOf();
  const users = await studentsOf();
  const occurred_at = new Date(Date.now() - DAYS_AGO * 86_400_000).toISOString();
  const [now] = await asOwner<{ now: Date }>('select now()');
  let isOver = false;
  let isDamaged = false;
  let sold = 0;

  const sell = async () => {
    const number = sold++;
    const reference = `${MARK}sale-${number}`;
    const { id: class_id, currency } = at(classes, number);
    const body = {
      reference,
      type: 'class',
      class_id,
      user_id: at(users, number),
      amount: 1_000 + (number % 4_000),
      currency,
      occurred_at,
      description: reference,
    };
    const call = { method: 'POST', path: 'charges', body } as const;
    const { results } = await caller.site<{ results: { id: number }[] }>('sale', call);
    const id = results[0]?.id;
    if (!id) throw new Error(`${reference}: ${JSON.stringify(results)}`);
    acknowledged.sales.set(reference, id);
    if (number % 4 === 0) refundable.push(id);
  };

  const refundable: number[] = [];
  const refund = async () => {
    const charge = refundable.shift();
    if (charge === undefined) return;
    const key = `${MARK}refund-${charge}`;
    const body = { amount: 1, reason: key };
    const call = { method: 'POST', path: `charge/${charge}/refund`, key, body } as const;
    const { refund: made, request } = await caller.admin<Record<'refund' | 'request', { id: number } | null>>(
      'refund',
      call,
    );
    if (!made) throw new Error(`${key}: ${JSON.stringify(request)}`);
    acknowledged.refunds.set(key, made.id);
  };

  const pay = async () => {
    const { payouts } = await caller.admin<{ payouts: { id: number }[] }>('read', {
      path: 'payouts?payable=1&page=1',
    });
    const ids = payouts.slice(0, 1).map(({ id }) => id);
    if (ids.length === 0) return;
    const key = `${MARK}payout-${crypto.randomUUID()}`;
    try {
      const path = `payout-preview?ids=${ids.join()}`;
      const { fingerprint } = await caller.admin<{ fingerprint: string }>('read', { path });
      const call = { method: 'POST', path: 'payout', key, body: { ids, fingerprint } } as const;
      const made = await caller.admin<{ batch: { id: number } }>('payout', call);
      acknowledged.payouts.set(key, made.batch.id);
    } catch (error) {
      // Sold to meanwhile: the next one is previewed anew.
      if (!(error instanceof Refused && (error.status === 409 || (isDamaged && isOfDeleted(error)))))
        throw error;
    }
  };

  const read = async () => {
    await caller.site('read', { path: 'classes?limit=10' });
  };

  const work = async (each: () => Promise<void>, pace: number) => {
    while (!isOver) {
      await each().catch((error: unknown) => surprises.push(String(error)));
      await wait(pace);
    }
  };
  const workers = [
    ...Array.from({ length: SELLERS }, () => work(sell, PACE_MS.sale)),
    ...Array.from({ length: READERS }, () => work(read, PACE_MS.read)),
    work(refund, PACE_MS.refund),
    work(pay, PACE_MS.payout),
  ];
  return {
    attempts: caller.attempts,
    since: must(now, 'time').now.toISOString(),
    acknowledged,
    surprises,
    damage: () => {
      isDamaged = true;
    },
    stop: async () => {
      isOver = true;
      await Promise.all(workers);
    },
  };
}

/** True where what was to be paid was deleted past the triggers that keep the balances. */
function isOfDeleted({ status, message }: Refused): boolean {
  return status === 400 && message.includes('Nothing to pay');
}

/** The program whose key the demo has. */
const OF_DEMO_KEY = `join site_keys k using (program_id) where k.key_hash = sha256(convert_to('demo-site-key', 'UTF8'))`;

/** Classes that can be bought there; the list of the site also shows those of its home that cannot. */
function classesOf(): Promise<{ id: number; currency: string }[]> {
  return asOwner(
    `select c.id, c.currency from classes c join (select l.class_id from class_programs l ${OF_DEMO_KEY} and l.active = 1) l
       on l.class_id = c.id
     where c.del_flag = 0 and c.status = 1 and not c.is_bundle order by c.id limit 50`,
  );
}

/** Buyers at home there. */
async function studentsOf(): Promise<number[]> {
  const rows = await asOwner<{ id: number }>(
    `select u.id from site_users u ${OF_DEMO_KEY} and u.user_type = 'S' order by u.id limit 50`,
  );
  return rows.map(({ id }) => id);
}

function at<Item>(items: readonly Item[], number: number): Item {
  return must(items[number % items.length], 'class to sell, or student to sell it to');
}
