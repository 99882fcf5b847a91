/** `kill -9` at the statements of the pass that books waiting sales: each is booked or waits, and is booked once in the end. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { inDepth } from '../../../../test/deep.ts';
import { makeProgram, makeSiteKey, makeSiteUser } from '../../../../test/factories.ts';
import { deadConnectionsEnded } from '../../../../test/killed/dead-connections.ts';
import { makeSoldClass } from '../../../../test/rows/sold-classes.ts';
import { platformOn } from '../../../../test/system.ts';
import { useDatabase } from '../../../../test/use-database.ts';
import { bookWaitingSales } from './book-waiting-sales.job.ts';

const CHILD = path.join(import.meta.dirname, '../../../../test/killed/killed-waiting-sale.ts');
const SALES = 3;

const database = useDatabase();
const db = () => database().everything;

/** Sales that wait, of somebody who has been told of meanwhile; answers their program. */
async function makeStage(): Promise<number> {
  const program_id = (await makeProgram(db())).id;
  const class_id = await makeSoldClass(db(), program_id);
  const { id: user_id } = await makeSiteUser(db(), { program_id });
  const { id: key_id } = await makeSiteKey(db(), program_id);
  for (let n = 0; n < SALES; n++) {
    const reference = `sale-${n}`;
    const payment = { provider: 'manual', amount: 100 + n, currency: 'USD' };
    const sale = JSON.stringify({ ...payment, reference, type: 'class', class_id, user_reference: 'late' });
    const answer = JSON.stringify({ id: null, state: 'waiting', enrolments: [], tickets: [] });
    const whose = { program_id, reference };
    await db()
      .insertInto('site_facts')
      .values({ ...whose, kind: 'charge', body: sale, answer, key_id })
      .execute();
    await db()
      .insertInto('unmatched_payments')
      .values({
        ...whose,
        ...payment,
        source: 'site',
        paid_at: new Date().toISOString(),
        missing: ['user'],
        user_reference: 'late',
        sale,
      })
      .execute();
  }
  await db().insertInto('site_user_references').values({ program_id, reference: 'late', user_id }).execute();
  return program_id;
}

/** How many sales are booked, divided, matched, answered and enrolled: each of them as often as the others. */
async function standing(program_id: number): Promise<(number | boolean)[]> {
  const { rows } = await sql<Record<'charges' | 'divided' | 'matched' | 'answered' | 'enrolled', number>>`
    select (select count(*) from charges c where c.site_program_id = ${program_id})::integer as charges,
      (select count(distinct c.id) from charges c where c.site_program_id = ${program_id} and c.amount =
        (select sum(l.amount) from charge_lines l where l.charge_id = c.id))::integer as divided,
      (select count(*) from unmatched_payments p join charges c on c.id = p.charge_id and c.amount = p.amount
        where p.program_id = ${program_id} and p.state = 'matched')::integer as matched,
      (select count(*) from site_facts f join charges c on c.id = (f.answer ->> 'id')::integer
        where f.program_id = ${program_id})::integer as answered,
      (select count(*) from class_users e join charges c on c.id = e.charge_id
        where c.site_program_id = ${program_id})::integer as enrolled`.execute(db());
  const { charges = 0, divided, matched, answered, enrolled } = rows[0] ?? {};
  return [
    charges,
    divided === charges,
    matched === charges,
    answered === charges,
    enrolled === Math.min(1, charges),
  ];
}

test('killed anywhere, whole sales are booked and the others wait', async () => {
  const { global, scoped, site } = database().urls;
  const run = (statement: number, moment: string) =>
    spawnSync(process.execPath, [CHILD, global, scoped, site, String(statement), moment], {
      encoding: 'utf8',
    });
  const first = await makeStage();
  const whole = run(0, '');
  expect(whole.stdout, whole.stderr).toMatch(/^\d+ statements\n$/);
  expect(await standing(first)).toEqual([SALES, true, true, true, true]);
  const statements = Number.parseInt(whole.stdout, 10);
  const every = Array.from({ length: statements }, (_, n) => n + 1);
  const deaths = inDepth(
    [[2, 'before'] as const, [Math.ceil(statements / 2), 'before'] as const, [statements, 'after'] as const],
    every.flatMap((statement) => [[statement, 'before'] as const, [statement, 'after'] as const]),
  );
  const seen = new Set<number | boolean | undefined>();
  for (const [statement, moment] of deaths) {
    const program = await makeStage();
    expect(run(statement, moment).signal, `${moment} ${statement}`).toBe('SIGKILL');
    await deadConnectionsEnded(db());
    const [booked, ...isWhole] = await standing(program);
    expect(isWhole, `${moment} ${statement}`).toEqual([true, true, true, true]);
    seen.add(booked);
    await bookWaitingSales(platformOn(database()));
    await bookWaitingSales(platformOn(database()));
    expect(await standing(program), `${moment} ${statement}`).toEqual([SALES, true, true, true, true]);
  }
  // Some died with nothing done, and some with all of it.
  expect([...seen]).toEqual(expect.arrayContaining([0, SALES]));
});
