import { beforeEach, describe, expect, test } from 'vitest';
import { makeProgram } from '../../../test/factories.ts';
import { type Answer, type Call, useTestApp } from '../../../test/harness.ts';
import type { SavedView } from '../contract.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;

type Caller = Call & { admin_id: number };
let program: number;
let maker: Caller;
let colleague: Caller;
let head: Caller;
let stranger: Caller;
let global: Caller;
let office: Caller;

beforeEach(async () => {
  program = (await makeProgram(db())).id;
  const other = (await makeProgram(db())).id;
  maker = await app().as({ permissions: ['users'], program_id: program });
  colleague = await app().as({ permissions: ['events'], program_id: program });
  head = await app().as({ permissions: ['programadmin'], program_id: program });
  stranger = await app().as({ permissions: ['programadmin'], program_id: other });
  global = await app().as({ permissions: ['users'] });
  office = await app().as({ permissions: ['programadmin'] });
});

async function keep(by: Caller, name: string, values: object = {}): Promise<SavedView> {
  const data = { screen: '/users', name, search: 'name=ada&sort_by=email', ...values };
  const { status, body } = await by('POST', 'view', { data });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.view;
}
const namesOf = async (by: Caller, screen = '/users') =>
  ((await by('GET', `views?screen=${screen}`)).body.views as SavedView[]).map(({ name }) => name);
const messageOf = ({ status, body }: Answer) => [status, body.message];

describe('GET views', () => {
  test('one’s own and those shared in the program, by name; nobody else’s, and no other list’s', async () => {
    await keep(maker, 'b mine');
    await keep(maker, 'A shared', { shared: true });
    await keep(maker, 'Elsewhere', { screen: '/classes', shared: true });
    await keep(global, 'Of the office', { shared: true });
    expect(await namesOf(maker)).toEqual(['A shared', 'b mine']);
    expect(await namesOf(colleague)).toEqual(['A shared']);
    expect(await namesOf(stranger)).toEqual([]);
    expect(await namesOf(maker, '/classes')).toEqual(['Elsewhere']);
    expect(await namesOf(office)).toContain('Of the office');
    expect(await namesOf(office)).not.toContain('A shared');
    const [seen] = (await colleague('GET', 'views?screen=/users')).body.views;
    expect(seen).toMatchObject({ mine: false, may_edit: false, search: 'name=ada&sort_by=email' });
    expect(seen.made_by).not.toBe('');
    expect(seen).not.toHaveProperty('admin_id');
    expect((await head('GET', 'views?screen=/users')).body.views).toMatchObject([{ may_edit: true }]);
    expect((await maker('GET', 'views?screen=https://x')).status).toBe(400);
  });
});

describe('POST view', () => {
  test('a name is one’s own once a list, capitals aside; 400 names what is wrong', async () => {
    await keep(maker, 'New members');
    expect(
      messageOf(await maker('POST', 'view', { data: { screen: '/users', name: ' new MEMBERS ' } })),
    ).toEqual([400, 'A view with this name already exists']);
    const { id } = await keep(maker, 'Another');
    expect((await maker('PATCH', `view/${id}`, { data: { name: 'new members' } })).body.errors).toMatchObject(
      [{ path: 'data.name' }],
    );
    await keep(colleague, 'New members');
    await keep(maker, 'New members', { screen: '/classes' });
    for (const [path, wrong] of [
      ['data.name', { name: '  ' }],
      ['data.screen', { screen: 'users' }],
      ['data.screen', { screen: '/users/1' }],
      ['data.screen', { screen: '/nowhere' }],
      ['data.search', { search: 'a b' }],
    ] as const) {
      const { status, body } = await maker('POST', 'view', {
        data: { screen: '/users', name: 'x', ...wrong },
      });
      expect([status, body.errors[0].path]).toEqual([400, path]);
    }
  });

  test('fifty of a list, and no more', async () => {
    const rows = Array.from({ length: 50 }, (_, at) => ({
      screen: '/users',
      name: `View ${at}`,
      admin_id: maker.admin_id,
      program_id: program,
    }));
    await db().insertInto('saved_views').values(rows).execute();
    expect((await maker('POST', 'view', { data: { screen: '/users', name: 'One more' } })).status).toBe(400);
    await keep(maker, 'Of another list', { screen: '/classes' });
    expect((await maker('GET', 'views?screen=/nowhere')).status).toBe(400);
  });

  test('fifty of a list, also where sixty are kept at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, at) =>
        maker('POST', 'view', { data: { screen: '/users', name: `At once ${at}` } }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(50);
    expect(await namesOf(maker)).toHaveLength(50);
  });
});

describe('PATCH and DELETE view/{id}', () => {
  test('by its maker; by a programadmin where it is shared; 403 for others who see it, 404 for who do not', async () => {
    const { id } = await keep(maker, 'Ours', { shared: true });
    const rename = (by: Caller, name: string) => by('PATCH', `view/${id}`, { data: { name } });
    expect((await rename(maker, 'Ours, renamed')).body.view).toMatchObject({
      name: 'Ours, renamed',
      mine: true,
    });
    expect((await rename(head, 'By the head')).body.view).toMatchObject({ name: 'By the head', mine: false });
    expect((await rename(office, 'By the office')).status).toBe(200);
    expect([await rename(colleague, 'x'), await rename(global, 'x')].map(({ status }) => status)).toEqual([
      403, 403,
    ]);
    expect((await rename(stranger, 'x')).status).toBe(404);
    expect((await head('PATCH', `view/${id}`, { data: { shared: false } })).status).toBe(400);
    await maker('PATCH', `view/${id}`, { data: { shared: false } });
    for (const by of [colleague, head, office]) {
      expect((await rename(by, 'x')).status).toBe(404);
      expect((await by('DELETE', `view/${id}`)).status).toBe(404);
    }
    expect((await maker('DELETE', `view/${id}`)).status).toBe(200);
    expect(await namesOf(maker)).toEqual([]);
  });

  test('409 where it was saved since it was read; each change stands in the audit', async () => {
    const { id, updated_at } = await keep(maker, 'Mine', { shared: true });
    await head('PATCH', `view/${id}`, { data: { name: 'Theirs' } });
    const { status, body } = await maker('PATCH', `view/${id}`, { data: { name: 'Again', updated_at } });
    expect([status, body.conflict.changed_by]).toEqual([409, expect.stringContaining('@')]);
    await head('DELETE', `view/${id}`);
    const entries = await db()
      .selectFrom('audit_entries')
      .select(['action', 'admin_id', 'program_id'])
      .where('entity', '=', 'saved_view')
      .where('entity_id', '=', String(id))
      .orderBy('id')
      .execute();
    expect(entries).toEqual([
      { action: 'create', admin_id: maker.admin_id, program_id: program },
      { action: 'update', admin_id: head.admin_id, program_id: program },
      { action: 'delete', admin_id: head.admin_id, program_id: program },
    ]);
  });
});
