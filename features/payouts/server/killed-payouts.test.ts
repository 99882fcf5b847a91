/** `kill -9` at the statements of a payout, an approval and a cancelling: all or nothing, and the same when asked again. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { decrypt, payoutFileOf } from '../../../server/encryption.ts';
import { inDepth } from '../../../test/deep.ts';
import { makeProgram, makeSettledAdmin } from '../../../test/factories.ts';
import { deadConnectionsEnded } from '../../../test/killed/dead-connections.ts';
import { type PayoutWork, payoutWorks } from '../../../test/models/payout-works.ts';
import { makeBatch, makePayee } from '../../../test/rows/batches.ts';
import { TEST_KEYS } from '../../../test/test-database.ts';
import { useDatabase } from '../../../test/use-database.ts';
import { readZip } from '../../../test/zip-reader.ts';

const CHILD = path.join(import.meta.dirname, '../../../test/killed/killed-payout.ts');

const database = useDatabase();
const db = () => database().everything;

let admin_id: number;
let program_id: number;
let keys = 0;

beforeAll(async () => {
  admin_id = (await makeSettledAdmin(database().owner, { permissions: ['superadmin'] })).id;
  program_id = (await makeProgram(db())).id;
});

/** Two payees, of whom one owes 10 USD; with a batch that waits for approval, unless they are to be paid. */
async function tell(what: PayoutWork) {
  const payees = [await makePayee(db(), { program_id }), await makePayee(db(), { program_id })] as const;
  const debt = { currency: 'USD', amount: -1000, kind: 'refund', scope_program_id: program_id } as const;
  await db()
    .insertInto('payout_adjustments')
    .values({ ...debt, user_id: payees[0].user_id })
    .execute();
  const ids = payees.map(({ id }) => id);
  const batch = what === 'pay' ? 0 : (await makeBatch(db(), ids, { approval: true })).id;
  return { key: `key-${++keys}`, admin_id, ids, batch, users: payees.map(({ user_id }) => user_id) };
}
type Told = Awaited<ReturnType<typeof tell>>;

/** Of these payees: what is claimed by payouts that stand, what is open, and what there is of batches and files. */
async function standing({ users, key }: Told) {
  const { rows } = await sql<Standing>`
    with p as (select p.id, p.amount, p.state, p.batch_id from payouts p where p.user_id = any (${users}::integer[]))
    select
      (select coalesce(array_agg(p.state || ' ' || p.amount order by p.id), '{}') from p) as payouts,
      (select coalesce(array_agg(distinct b.state), '{}') from payout_batches b where b.id in (select batch_id from p)) as batches,
      (select count(*)::integer from payout_files f where f.batch_id in (select batch_id from p)) as files,
      (select count(*)::integer from charge_lines l where l.user_id = any (${users}::integer[]) and l.payout_id is null) as open,
      (select coalesce(sum(a.amount), 0)::integer from payout_adjustments a
        where a.user_id = any (${users}::integer[]) and a.payout_id is null) as beside,
      (select count(*)::integer from idempotency_keys k where k.key = ${key}) as keys`.execute(db());
  return rows[0];
}
type Standing = {
  payouts: string[];
  batches: string[];
  files: number;
  open: number;
  beside: number;
  keys: number;
};

const NOTHING: Standing = { payouts: [], batches: [], files: 0, open: 2, beside: -1000, keys: 0 };
const PROPOSED = {
  payouts: ['proposed 3999', 'proposed 4999'],
  batches: ['proposed'],
  files: 0,
  open: 0,
  beside: 0,
  keys: 0,
};
const MADE = {
  payouts: ['made 3999', 'made 4999'],
  batches: ['made'],
  files: 1,
  open: 0,
  beside: 0,
  keys: 1,
};

const before: Record<PayoutWork, Standing> = { pay: NOTHING, approve: PROPOSED, cancel: PROPOSED };
const after: Record<PayoutWork, Standing> = {
  pay: MADE,
  approve: MADE,
  cancel: { ...NOTHING, payouts: ['cancelled 3999', 'cancelled 4999'], batches: ['cancelled'], keys: 1 },
};

describe.each(['pay', 'approve', 'cancel'] as const)('%s', (what) => {
  const run = (told: Told, statement: number, moment: string) => {
    const { global, scoped } = database().urls;
    const call = [CHILD, global, scoped, what, JSON.stringify(told), String(statement), moment];
    return spawnSync(process.execPath, call, { encoding: 'utf8' });
  };

  test('is done wholly or not at all, and once in the end', async () => {
    const whole = run(await tell(what), 0, '');
    const statements = Number.parseInt(whole.stdout, 10);
    expect(statements, whole.stderr).toBeGreaterThan(10);
    const kills = Array.from(
      { length: 200 },
      (_, n) => [statements - ((n >> 1) % statements), n % 2 ? 'before' : 'after'] as const,
    );
    const seen = new Set<string>();
    for (const [statement, moment] of inDepth(
      [kills[0], kills[1], kills[statements]] as typeof kills,
      kills,
    )) {
      const told = await tell(what);
      const { signal, stderr } = run(told, statement, moment);
      expect(signal, stderr).toBe('SIGKILL');
      await deadConnectionsEnded(db());
      const left = await standing(told);
      const isDone = left?.keys === 1;
      seen.add(isDone ? 'done' : 'not');
      expect(left, `${moment} statement ${statement}`).toEqual(isDone ? after[what] : before[what]);
      const answer = await payoutWorks[what](database(), told);
      expect(await standing(told)).toEqual(after[what]);
      const bytes = await fileOf(answer.id);
      expect(await payoutWorks[what](database(), told)).toEqual(answer);
      expect(await standing(told)).toEqual(after[what]);
      expect(await fileOf(answer.id)).toEqual(bytes);
      const paid = bytes && readZip(bytes).get('venmo-USD-001.csv')?.toString();
      expect(paid ?? '').toMatch(what === 'cancel' ? /^$/ : /39\.99.*\r\n.*49\.99/);
    }
    expect(seen.has('not')).toBe(true);
  });
});

async function fileOf(batch: number): Promise<Buffer | null> {
  const row = await db()
    .selectFrom('payout_files')
    .select('sealed')
    .where('batch_id', '=', batch)
    .executeTakeFirst();
  return row ? decrypt(TEST_KEYS.paymentKey, payoutFileOf(batch), row.sealed) : null;
}
