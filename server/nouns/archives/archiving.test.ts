/** What staff duplicate and archive, for every noun that declares it. */
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { must } from '../../../core/must.ts';
import { rowsIn } from '../../../core/nouns/found-records.ts';
import { runDueRules } from '../../../features/email-rules/server/run-email-rules.job.ts';
import { ARCHIVED_NOUNS, type ArchivedNoun, FOUND, NOUNS } from '../../../features/nouns.ts';
import { makeProgram, makeSiteKey } from '../../../test/factories.ts';
import { type Call, type Method, useTestApp } from '../../../test/harness.ts';
import { makeTickets } from '../../../test/rows/events.ts';
import { makeNounRow } from '../../../test/rows/noun-rows.ts';
import { makeStudents, sendsOfRule } from '../../../test/rows/rules.ts';
import { englishHash } from '../translations.ts';

const app = useTestApp({ siteCallsPerMinute: 100_000 });
const db = () => app().platform.database.everything;

const BOUND = 'bound@example.com';
let own: number;
let superadmin: Call & { admin_id: number };
let bound: Call & { admin_id: number };
let foreign: Call;
let site: (path: string) => ReturnType<Call>;

beforeAll(async () => {
  const permissions = ['content', 'events', 'store'] as const;
  own = (await makeProgram(db())).id;
  superadmin = await app().as({ permissions: ['superadmin'], email: 'super@example.com' });
  bound = await app().as({ permissions: [...permissions], program_id: own, email: BOUND });
  foreign = await app().as({ permissions: [...permissions], program_id: (await makeProgram(db())).id });
  const { site_key } = await makeSiteKey(db(), own, { rights: ['read'] });
  const headers = { authorization: `Bearer ${site_key}` };
  site = (path) => app().call('GET', `/api/site/${path}`, undefined, headers);
});

type OfNoun = {
  /** The list of the program's site. */
  shown?: string;
  /** The call that activates one, where that is no PATCH of `active`. */
  activation?: [Method, body: object];
};
const OF_NOUNS: { readonly [Noun in ArchivedNoun]?: OfNoun } = {
  banner: { shown: 'banners', activation: ['POST', { active: true }] },
  event: { shown: 'events', activation: ['PATCH', { data: { active: true } }] },
  gift_product: { shown: 'products', activation: ['PATCH', { data: { active: true } }] },
  landing_page: { shown: 'pages' },
};

async function rowOf(noun: ArchivedNoun, id: number): Promise<Record<string, unknown> | undefined> {
  const { table } = NOUNS[noun];
  const { rows } = await sql<
    Record<string, unknown>
  >`select * from ${sql.table(table)} where id = ${id}`.execute(db());
  return rows[0];
}

async function entriesOf(noun: ArchivedNoun, id: number) {
  return db()
    .selectFrom('audit_entries')
    .select(['action', 'admin_id', 'program_id', 'after'])
    .where('entity', '=', noun)
    .where('entity_id', '=', String(id))
    .orderBy('id')
    .execute();
}

describe.each(ARCHIVED_NOUNS)('%s', (noun) => {
  const { archives, table, name } = NOUNS[noun];
  const list = must(FOUND.find(({ entity }) => entity === noun)?.list, 'list');
  const { shown, activation: [method, active] = ['PATCH', { active: true }] } = OF_NOUNS[noun] ?? {};
  const activate = (by: Call, id: number) => by(method, archives.replace('{id}', String(id)), active);
  const path = (id: number, verb: string) => `${archives.replace('{id}', String(id))}/${verb}`;
  const make = async (program_id: number | null = own, called = 'Teapot') =>
    (await makeNounRow(db(), noun, program_id, called)).id;
  const duplicate = async (by: Call, id: number) => by('POST', path(id, 'duplicate'));
  const archive = (by: Call, id: number, save: object = {}) => by('POST', path(id, 'archive'), save);
  const restore = (by: Call, id: number, save: object = {}) => by('POST', path(id, 'restore'), save);
  const idsIn = async (query: string) =>
    rowsIn((await bound('GET', `${list}?${query}&sort_by=id&sort_dest=desc`)).body).map(({ id }) => id);
  const idsOnSite = async () => {
    if (shown === undefined) return [];
    const { status, body } = await site(`${shown}?limit=200`);
    expect(status).toBe(200);
    return (body[shown] as { id?: number; path?: string }[]).map(({ id, path }) => id ?? path);
  };

  /** What a site knows it by: a page by its path. */
  const markOf = async (id: number) => (noun === 'landing_page' ? (await rowOf(noun, id))?.path : id);

  test('a copy is inactive, of the same program, and recorded in the name of its maker', async () => {
    const id = await make();
    const before = await rowOf(noun, id);
    const { status, body } = await duplicate(bound, id);
    expect([status, body.id === id]).toEqual([200, false]);
    expect(await rowOf(noun, body.id)).toMatchObject({
      [name]: 'Teapot (copy)',
      active: 0,
      archived_at: null,
      program_id: own,
      updated_by: bound.admin_id,
    });
    expect(await rowOf(noun, id)).toEqual(before);
    const after = expect.objectContaining({ [name]: 'Teapot (copy)', copied_from: id });
    expect(await entriesOf(noun, body.id)).toEqual([
      { action: 'create', admin_id: bound.admin_id, program_id: own, after },
    ]);
    expect(await idsIn('')).toContain(body.id);
    expect(await idsOnSite()).not.toContain(await markOf(body.id));
  });

  test('every column is copied, or is its own', async () => {
    const id = await make(own, 'x'.repeat(200));
    const [from, copy] = [
      await rowOf(noun, id),
      await rowOf(noun, (await duplicate(superadmin, id)).body.id),
    ];
    const own_columns = Object.keys(from ?? {}).filter(
      (column) => !Object.is(JSON.stringify(from?.[column]), JSON.stringify(copy?.[column])),
    );
    const expected = [
      'id',
      name,
      `${name}_search`,
      'active',
      'created_at',
      'updated_at',
      'updated_by',
      'commitment',
      'path',
    ];
    expect(own_columns.filter((column) => !expected.includes(column))).toEqual([]);
    expect(String(copy?.[name])).toHaveLength(200);
  });

  test('another program may neither duplicate nor archive it, and nothing changes', async () => {
    const id = await make();
    const before = await rowOf(noun, id);
    for (const ask of [duplicate, archive, restore]) expect((await ask(foreign, id)).status).toBe(404);
    expect(await rowOf(noun, id)).toEqual(before);
    const none = await make(null);
    for (const ask of [duplicate, archive, restore]) expect((await ask(bound, none)).status).toBe(404);
    expect((await archive(superadmin, none)).status).toBe(200);
  });

  test('what is archived leaves list and site, and comes back as it was by the undo', async () => {
    const id = await make();
    const active = noun === 'email_rule' ? undefined : true;
    expect(await idsIn('')).toContain(id);
    expect(shown ? await idsOnSite() : [await markOf(id)]).toContain(await markOf(id));
    const archived = await archive(bound, id);
    expect(archived.body).toEqual({ archived: true, active: 0, updated_at: expect.any(String) });
    expect(await idsIn('')).not.toContain(id);
    expect(await idsIn('archived=0')).not.toContain(id);
    expect(await idsIn('archived=1')).toContain(id);
    expect(await idsOnSite()).not.toContain(await markOf(id));
    const undone = await restore(bound, id, { updated_at: archived.body.updated_at, active });
    expect(undone.body).toMatchObject({ archived: false, active: active ? 1 : 0 });
    expect(await idsIn('')).toContain(id);
    expect(await idsIn('archived=1')).not.toContain(id);
    expect(shown ? await idsOnSite() : [await markOf(id)]).toContain(await markOf(id));
    expect((await entriesOf(noun, id)).map(({ action }) => action)).toEqual(['archive', 'restore']);
  });

  test('is restored as inactive unless the undo says otherwise', async () => {
    const id = await make();
    await archive(bound, id);
    expect((await restore(bound, id)).body).toMatchObject({ archived: false, active: 0 });
    expect(await idsOnSite()).not.toContain(await markOf(id));
    expect((await activate(bound, id)).status).toBe(200);
  });

  test('whoever comes second is told who was first, and nothing is half done', async () => {
    const id = await make();
    const { updated_at } = (await archive(superadmin, id)).body;
    const twice = await archive(bound, id);
    expect([twice.status, twice.body.message]).toEqual([409, 'super@example.com has archived this already']);
    await restore(superadmin, id);
    const late = await restore(bound, id, { updated_at });
    expect([late.status, late.body.message]).toEqual([
      409,
      expect.stringContaining('super@example.com has changed'),
    ]);
    const again = await restore(bound, id);
    expect([again.status, again.body.message]).toEqual([409, 'super@example.com has restored this already']);
    expect(await rowOf(noun, id)).toMatchObject({ active: 0, archived_at: null });
  });

  test('what was never archived is said to be so, whoever saved it last', async () => {
    const id = await make();
    expect((await activate(superadmin, id)).status).toBe(200);
    const never = await restore(bound, id);
    const words = 'This is not archived, so there is nothing to restore';
    expect([never.status, never.body.message, never.body.conflict]).toEqual([409, words, undefined]);
    // Who archived it is named, and not who touched it later.
    await archive(bound, id);
    await sql`update ${sql.table(table)} set updated_by = ${superadmin.admin_id} where id = ${id}`.execute(
      db(),
    );
    const twice = await archive(superadmin, id);
    expect([twice.status, twice.body.message]).toEqual([409, `${BOUND} has archived this already`]);
  });

  test('stays inactive while it is archived, whoever asks', async () => {
    const id = await make();
    await archive(bound, id);
    const { status, body } = await activate(bound, id);
    expect([status, body.message]).toEqual([400, 'This is archived. Restore it before you activate it']);
    await expect(
      sql`update ${sql.table(table)} set active = 1 where id = ${id}`.execute(db()),
    ).rejects.toThrow(`${table}_archived`);
    expect((await duplicate(bound, id)).status).toBe(200);
  });
});

test('an archived event keeps its place and star, and the order says that it is archived', async () => {
  const { id } = await makeNounRow(db(), 'event', own);
  await sql`update event_programs set sort_order = 1, featured = true where event_id = ${id} and program_id = ${own}`.execute(
    db(),
  );
  await bound('POST', `lilt-event/${id}/archive`, {});
  const { body } = await bound('GET', `lilt-events/order?program_id=${own}`);
  const rows = body.rows as { id: number; marks: string[] }[];
  expect(rows.find((row) => row.id === id)?.marks).toEqual(['featured', 'archived']);
});

const TRANSLATED_NOUNS = ARCHIVED_NOUNS.filter((noun) => noun !== 'email_rule');

describe.each(TRANSLATED_NOUNS)('the texts of a %s', (noun) => {
  test('are copied, and stay up to date or outdated as they were', async () => {
    const { archives, name, languages } = NOUNS[noun];
    const { id } = await makeNounRow(db(), noun, own, 'Teapot');
    const english = String((await rowOf(noun, id))?.[languages.fields[0]]);
    for (const [language, made_from] of [
      ['de', english],
      ['fr', 'Kettle'],
    ] as const)
      await sql`insert into ${sql.table(languages.table)} (${sql.ref(languages.owner)}, language_slug,
          ${sql.ref(languages.fields[0])}, made_from)
        values (${id}, ${language}, 'Etwas', ${JSON.stringify({ [languages.fields[0]]: englishHash(made_from) })}::jsonb)`.execute(
        db(),
      );
    const { body } = await bound('POST', `${archives.replace('{id}', String(id))}/duplicate`);
    const { rows } = await sql`
      select language_slug, ${sql.ref(languages.fields[0])} as text, outdated from ${sql.table(languages.table)}
      where ${sql.ref(languages.owner)} = ${body.id} order by 1`.execute(db());
    expect(rows).toEqual([
      { language_slug: 'de', text: 'Etwas', outdated: false },
      { language_slug: 'fr', text: 'Etwas', outdated: true },
    ]);
    expect(name).toBeTruthy();
  });
});

describe('what hangs on it', () => {
  test.each(['event', 'gift_product'] as const)(
    'the programs of a %s go with a superadmin’s copy alone',
    async (noun) => {
      const { archives, programs } = NOUNS[noun];
      const { id } = await makeNounRow(db(), noun, own, 'Teapot');
      const [other, closed] = [await makeProgram(db()), await makeProgram(db(), { status: 0 })];
      for (const program_id of [own, other.id, closed.id])
        await sql`insert into ${sql.table(programs.table)} (${sql.ref(programs.owner)}, program_id)
        values (${id}, ${program_id}) on conflict do nothing`.execute(db());
      await sql`update ${sql.table(NOUNS[noun].table)} set auto_assign = true where id = ${id}`.execute(db());
      const shownBy = async (by: Call) => {
        const { body } = await by('POST', `${archives.replace('{id}', String(id))}/duplicate`);
        const { rows } = await sql<{ program_id: number }>`
        select program_id from ${sql.table(programs.table)} where ${sql.ref(programs.owner)} = ${body.id} order by 1`.execute(
          db(),
        );
        return {
          programs: rows.map(({ program_id }) => program_id),
          auto: (await rowOf(noun, body.id))?.auto_assign,
        };
      };
      const everywhere = await app().as({ permissions: ['events', 'store'] });
      for (const by of [bound, everywhere])
        expect(await shownBy(by)).toEqual({ programs: [own], auto: false });
      expect(await shownBy(superadmin)).toEqual({ programs: [own, other.id], auto: true });
    },
  );

  test('the prize of a giveaway with tickets stays until its draw', async () => {
    const { id: product_id } = await makeNounRow(db(), 'gift_product', own);
    const { id } = await makeNounRow(db(), 'event', own, 'Vases');
    await sql`update events set available = 10, product_id = ${product_id}, type = 'giveaway', price = null, ticket_price = 5
      where id = ${id}`.execute(db());
    await makeTickets(db(), { id, program_id: own }, 2);
    const refused = await bound('POST', `lilt-product/${product_id}/archive`, {});
    expect([refused.status, refused.body.message]).toEqual([
      400,
      'Tickets were sold for “Vases”. Draw its winner before you archive the prize',
    ]);
  });

  test('a copied event has no tickets and a secret of its own; sold tickets keep the original', async () => {
    const { id } = await makeNounRow(db(), 'event', own);
    await db().updateTable('events').set({ available: 10 }).where('id', '=', id).execute();
    await makeTickets(db(), { ...(await rowOf('event', id)), id } as never, 2);
    const { body } = await bound('POST', `lilt-event/${id}/duplicate`);
    const [from, copy] = [await rowOf('event', id), await rowOf('event', body.id)];
    expect(copy).toMatchObject({ tickets: 0, drawn_at: null, available: 10 });
    expect(copy?.commitment).not.toEqual(from?.commitment);
    const secret = db().selectFrom('draw_secrets').select('event_id').where('event_id', '=', body.id);
    expect(await secret.execute()).toHaveLength(1);
    const refused = await bound('POST', `lilt-event/${id}/archive`, {});
    expect([refused.status, refused.body.message]).toEqual([
      400,
      'Tickets were sold. Draw the winner before you archive this giveaway',
    ]);
  });

  test('an archived rule sends nothing, and cannot be started by its restoring', async () => {
    await makeStudents(db(), own, 2);
    const { id } = await makeNounRow(db(), 'email_rule', own);
    await bound('POST', `email-rule/${id}/archive`, {});
    await runDueRules(app().platform);
    expect(await sendsOfRule(db(), id)).toEqual([]);
    const { status, body } = await bound('POST', `email-rule/${id}/restore`, { active: true });
    expect([status, body.errors]).toEqual([
      400,
      [{ path: 'active', message: 'Restore it first, then resume it' }],
    ]);
    expect((await bound('POST', `email-rule/${id}/restore`, {})).body).toMatchObject({ active: 0 });
  });

  test('a path is found for each copy of a page', async () => {
    const { id } = await makeNounRow(db(), 'landing_page', own);
    await db().updateTable('landing_pages').set({ path: '/spring' }).where('id', '=', id).execute();
    const paths = [];
    for (let copy = 0; copy < 3; copy++) {
      const { body } = await bound('POST', `landing-page/${id}/duplicate`);
      paths.push((await rowOf('landing_page', body.id))?.path);
    }
    expect(paths).toEqual(['/spring-copy', '/spring-copy-2', '/spring-copy-3']);
  });
});
