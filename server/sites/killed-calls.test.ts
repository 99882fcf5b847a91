/** `kill -9` at the statements of a site's call: told again, each fact is there once. Specification: Sites, facts. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inDepth } from '../../test/deep.ts';
import { makeProgram, makeSiteKey, makeSiteUser } from '../../test/factories.ts';
import { deadConnectionsEnded } from '../../test/killed/dead-connections.ts';
import { makeSoldClass } from '../../test/rows/sold-classes.ts';
import { useDatabase } from '../../test/use-database.ts';

const CHILD = path.join(import.meta.dirname, '../../test/killed/killed-site-call.ts');
const FACTS = 500;

const database = useDatabase();
const db = () => database().everything;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'provost-killed-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Stage = { program_id: number; class_ids: number[]; user_ids: number[] };

/** A program with two classes and ten users. */
async function makeStage(): Promise<Stage> {
  const program_id = (await makeProgram(db())).id;
  const class_ids = [await makeSoldClass(db(), program_id), await makeSoldClass(db(), program_id)];
  const user_ids: number[] = [];
  for (let n = 0; n < 10; n++) user_ids.push((await makeSiteUser(db(), { program_id })).id);
  return { program_id, class_ids, user_ids };
}

const at = <Value>(values: readonly Value[], place: number) => values[place % values.length];

/** Each call: what it tells on a stage, and what stands there; `whole` once all of it does. */
const calls: Record<
  string,
  { items(stage: Stage): object[]; left(stage: Stage): Promise<object>; whole: object }
> = {
  charges: {
    items: ({ class_ids, user_ids }) =>
      Array.from({ length: FACTS }, (_, n) => ({
        reference: `sale ${n}`,
        type: 'class',
        class_id: at(class_ids, n),
        user_id: at(user_ids, n),
        amount: 1000 + n,
        currency: 'USD',
        provider: 'stripe',
        provider_ref: `pi_${at(class_ids, 0)}_${n}`,
      })),
    left: async ({ program_id }) => {
      const { rows } = await sql<object>`
        select count(*)::integer as charges, count(distinct provider_charge)::integer as payments,
          coalesce(sum(amount), 0)::integer as amount,
          coalesce((select sum(l.amount) from charge_lines l join charges c on c.id = l.charge_id
            where c.site_program_id = ${program_id}), 0)::integer as divided,
          (select count(*) from class_users e join site_users u on u.id = e.user_id
            where u.program_id = ${program_id})::integer as enrolments,
          (select count(*) from audit_entries a where a.entity = 'charge' and a.program_id = ${program_id})::integer as entries,
          (select count(*) from site_facts f where f.program_id = ${program_id} and f.answer is not null)::integer as facts
        from charges where site_program_id = ${program_id}`.execute(db());
      return rows[0] ?? {};
    },
    whole: {
      charges: FACTS,
      payments: FACTS,
      amount: 1000 * FACTS + (FACTS * (FACTS - 1)) / 2,
      divided: 1000 * FACTS + (FACTS * (FACTS - 1)) / 2,
      enrolments: 10,
      entries: FACTS,
      facts: FACTS,
    },
  },
  attendances: {
    items: ({ class_ids, user_ids }) =>
      Array.from({ length: FACTS }, (_, n) => ({
        reference: `there ${n}`,
        class_id: at(class_ids, n),
        user_id: at(user_ids, n),
        type: 'live',
        seconds: n,
        occurred_at: new Date(Date.UTC(2026, 0, 1, 0, 0, n)).toISOString(),
      })),
    left: async ({ program_id, class_ids }) => {
      const { rows } = await sql<object>`
        select count(*)::integer as attendances, coalesce(sum(seconds), 0)::integer as seconds,
          (select count(*) from site_facts f where f.program_id = ${program_id} and f.answer is not null)::integer as facts
        from attendances where class_id = any (${class_ids}::integer[])`.execute(db());
      return rows[0] ?? {};
    },
    whole: { attendances: FACTS, seconds: (FACTS * (FACTS - 1)) / 2, facts: FACTS },
  },
};

test.each(Object.entries(calls))(
  'five hundred %s are there wholly or not at all, and once in the end',
  async (name, call) => {
    const { whole } = call;
    const asked = async () => {
      const stage = await makeStage();
      const file = path.join(folder, `${name}-${stage.program_id}.json`);
      const { site_key: key } = await makeSiteKey(db(), stage.program_id);
      writeFileSync(file, JSON.stringify({ path: name, key, body: { items: call.items(stage) } }));
      return { stage, file };
    };
    const { global, scoped, site } = database().urls;
    const tell = (file: string, statement: number, moment: string) =>
      spawnSync(process.execPath, [CHILD, global, scoped, site, file, String(statement), moment], {
        encoding: 'utf8',
      });
    const first = await asked();
    const nothing = Object.fromEntries(Object.keys(whole).map((key) => [key, 0]));
    expect(await call.left(first.stage)).toEqual(nothing);
    const told = tell(first.file, 0, '');
    expect(told.stdout, told.stderr).toMatch(/^\d+ statements, 200\n$/);
    const statements = Number.parseInt(told.stdout, 10);
    expect(statements).toBeGreaterThan(8);
    expect(await call.left(first.stage)).toEqual(whole);

    const every = Array.from({ length: statements }, (_, n) => statements - n);
    const deaths = inDepth(
      [[Math.ceil(statements / 2), 'before'] as const, [statements, 'after'] as const],
      every.flatMap((statement) => [[statement, 'before'] as const, [statement, 'after'] as const]),
    );
    const seen = new Set<string>();
    for (const [statement, moment] of deaths) {
      const { stage, file } = await asked();
      expect(tell(file, statement, moment).signal, `${moment} ${statement}`).toBe('SIGKILL');
      await deadConnectionsEnded(db());
      const after = await call.left(stage);
      expect([nothing, whole], `${moment} ${statement}`).toContainEqual(after);
      seen.add(JSON.stringify(after));
      const again = tell(file, 0, '');
      expect(again.stdout, again.stderr).toMatch(/, 200\n$/);
      expect(await call.left(stage), `${moment} ${statement}`).toEqual(whole);
    }
    // Some died with all of it done, and some with nothing.
    expect(seen).toEqual(new Set([nothing, whole].map((one) => JSON.stringify(one))));
  },
);
