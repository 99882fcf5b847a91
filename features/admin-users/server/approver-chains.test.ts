/** Second approvals over chains of accounts: the database refuses what the screens do, whoever made or changed whose account. */
import fc from 'fast-check';
import pg from 'pg';
import { expect, test } from 'vitest';
import { transact } from '../../../server/context.ts';
import { inDepth } from '../../../test/deep.ts';
import { makeProgram } from '../../../test/factories.ts';
import { type Call, useTestApp } from '../../../test/harness.ts';
import { makeBatch, makePayee } from '../../../test/rows/batches.ts';
import { makeRefund } from '../../../test/rows/charges.ts';
import { refundRequestsIn } from '../../../test/rows/refund-requests.ts';
import { system } from '../../../test/system.ts';
import { requestRefund } from '../../transactions/requests/server/refund-requests-made.ts';

const app = useTestApp();
const { db, sell, wished } = refundRequestsIn(app);
const WEEK_HOURS = 168;
const ACCOUNTS = 5;

async function query(text: string, values: unknown[] = [], connectionString = app().ownerUrl) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** The constraint by which the database refuses a statement of the server's role; null where it lets it pass. Nothing is left of it. */
async function refusalOf(text: string, values: unknown[]): Promise<string | null> {
  const client = new pg.Client({ connectionString: app().urls.global });
  await client.connect();
  try {
    await client.query('begin');
    await client.query(text, values);
    return null;
  } catch (error) {
    const { constraint, code } = error as pg.DatabaseError;
    return constraint ?? code ?? 'unknown';
  } finally {
    await client.end();
  }
}

type Step = { by: number; on: number } | { hours: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .record({ by: fc.nat(ACCOUNTS - 1), on: fc.nat(ACCOUNTS - 1) })
      .filter(({ by, on }) => by !== on),
  },
  { weight: 1, arbitrary: fc.constantFrom(1, 100, WEEK_HOURS + 1).map((hours) => ({ hours })) },
);

/** Who made or changed whose account how many hours ago, in plain JavaScript. */
class Hands {
  private changes: { by: number; on: number; ago: number }[] = [];

  take(one: Step): void {
    if ('hours' in one) for (const change of this.changes) change.ago += one.hours;
    else this.changes.push({ ...one, ago: 0 });
  }

  /** True for an account that stands apart from who asks now. */
  mayApprove(approver: number, asker: number): boolean {
    const recent = this.changes.filter(({ ago }) => ago < WEEK_HOURS);
    if (recent.some(({ on }) => on === approver)) return false;
    const behind = new Set([asker]);
    for (let size = 0; size < behind.size; ) {
      size = behind.size;
      for (const { by, on } of recent) if (behind.has(on)) behind.add(by);
    }
    return !behind.has(approver);
  }
}

/** What waits for a second approval, of each kind, asked for by an account or, on a site, through it. */
async function waiting(asker: number) {
  const payee = await makePayee(db(), { program_id: (await makeProgram(db())).id });
  const { id: batch } = await makeBatch(db(), [payee.id], { approval: true, admin_id: asker });
  await query(`update money_setting_changes set decision = 'rejected', decided_at = now(), decided_by = admin_id
    where decision is null`);
  const [loosened] = await query(
    `insert into money_setting_changes (change, admin_id) values ('{"hold_days": 0}', $1) returning id`,
    [asker],
  );
  const wish = wished(await sell(), { type: 'admin', user_id: undefined });
  const asked = await transact(system(db(), { admin_id: asker }), (tx) => requestRefund(tx, wish));
  const onSite = await sell();
  const through = await transact(system(db()), (tx) => requestRefund(tx, wished(onSite)));
  await query(`alter table refund_requests disable trigger user`);
  await query(`update refund_requests set asked_through = array[$1::integer] where id = $2`, [
    asker,
    through.id,
  ]);
  await query(`alter table refund_requests enable trigger user`);
  const { user_id } = payee;
  const [details] = await query(
    `insert into payee_changes (user_id, kind, changed_by, needs_approval) values ($1, 'details', $2, true) returning id`,
    [user_id, asker],
  );
  return { loosened: loosened.id as number, asked: asked.id, through: through.id, details, user_id, batch };
}
type Waiting = Awaited<ReturnType<typeof waiting>>;

/** Statements that approve, as the server sends them. */
const DECIDED = `decided_at = provost_now(), decided_by = $1`;
const REFUND = `update refund_requests set decision = 'approved', ${DECIDED}, refund_id = (select max(id) from refunds) where id = $2`;

const statementsOf = ({ loosened, asked, through, details, batch }: Waiting): [string, number][] => [
  [`update money_setting_changes set decision = 'approved', ${DECIDED} where id = $2`, loosened],
  [REFUND, asked],
  [REFUND, through],
  [
    `update payee_changes set approved_by = $1, approved_at = provost_now() where id = $2`,
    Number(details.id),
  ],
  [`update payout_batches set state = 'made', ${DECIDED} where id = $2`, batch],
];

/** Whether the screens offer each of them, in the same order. */
async function offered(call: Call, { loosened, asked, through, user_id, batch }: Waiting) {
  const { body: settings } = await call('GET', 'money-settings');
  const refund = async (id: number) => (await call('GET', `refund/${id}`)).body.refund;
  const { body: payment } = await call('GET', `user/${user_id}/payment-settings/approval`);
  const { body: batches } = await call('GET', `payout-batches?id=${batch}`);
  expect(settings.pending.id).toBe(loosened);
  const all = [
    settings.pending,
    await refund(asked),
    await refund(through),
    payment.waits,
    batches.batches[0],
  ];
  return all.map(({ own, too_new }) => own === 0 && too_new === 0);
}

test('whatever chain of hands, database and screens refuse the same approvers, of every kind of request', async () => {
  // A refund that an approval can name.
  await makeRefund(db(), { charge_id: (await sell()).id, amount: 100 });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 7 }), fc.nat(ACCOUNTS - 1), async (steps, asker) => {
      const accounts = await Promise.all(
        Array.from({ length: ACCOUNTS }, () => app().as({ permissions: ['superadmin'] })),
      );
      const account = (place: number) => accounts[place] as (typeof accounts)[number];
      const hands = new Hands();
      for (const one of steps) {
        hands.take(one);
        if ('hours' in one) {
          await query(
            `update admins set access_changed_at = access_changed_at - make_interval(hours => $1)`,
            [one.hours],
          );
          await query(
            `update audit_entries set at = at - make_interval(hours => $1) where entity = 'admin'`,
            [one.hours],
          );
          continue;
        }
        // The session of an account that was changed has ended.
        const by = await app().signedIn(account(one.by).admin_id);
        const password = `chosen by ${one.by}`;
        const { status } = await by('PATCH', `user/${account(one.on).admin_id}`, { user_data: { password } });
        expect(status).toBe(200);
      }
      const requests = await waiting(account(asker).admin_id);
      for (let place = 0; place < ACCOUNTS; place += 1) {
        if (place === asker) continue;
        const { admin_id } = account(place);
        const may = hands.mayApprove(place, asker);
        const kinds = statementsOf(requests);
        const refusals = [];
        for (const [text, id] of kinds) refusals.push(await refusalOf(text, [admin_id, id]));
        expect(refusals.map((refusal) => refusal === null)).toEqual(kinds.map(() => may));
        expect(await offered(await app().signedIn(admin_id), requests)).toEqual(kinds.map(() => may));
      }
    }),
    {
      numRuns: inDepth(6, 100),
      // A made B, B made C: C asks, A approves.
      examples: [
        [
          [
            { by: 0, on: 1 },
            { by: 1, on: 2 },
          ],
          2,
        ],
        [[{ by: 0, on: 1 }, { hours: WEEK_HOURS + 1 }, { by: 1, on: 2 }], 2],
      ],
    },
  );
});
