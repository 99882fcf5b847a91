import { describe, expect, test } from 'vitest';
import { audit, auditBulk } from '../../../server/nouns/audit.ts';
import { makeAdmin, makeProgram } from '../../../test/factories.ts';
import { useTestApp } from '../../../test/harness.ts';
import { makeEvent } from '../../../test/rows/events.ts';
import { system } from '../../../test/system.ts';
import { NOUNS } from '../../nouns.ts';
import type { AuditEntry } from '../contract.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;

async function record(adminId: number, values: Partial<Parameters<typeof audit>[1]> = {}) {
  const change = { entity: 'upload' as const, entity_id: 7, action: 'update', program_id: 0, ...values };
  const context = { ...system(db(), { admin_id: adminId }), address: '192.0.2.1', request_id: 'r' };
  await audit(context, { ...change, before: { n: 1 }, after: { n: 2 } });
}

const ids = (body: { audit: { entity_id: string }[] }) => body.audit.map(({ entity_id }) => entity_id);

describe('GET audit', () => {
  test('answers changes newest first, with who, from where, before and after', async () => {
    const call = await app().as({ permissions: ['audit'], email: 'auditor@example.com' });
    await record(call.admin_id, { entity: 'class' });
    await record(call.admin_id, { entity: 'event', entity_id: 'text' });
    const { status, body } = await call('GET', 'audit');
    expect(status).toBe(200);
    expect(body.count).toBe(2);
    expect(body.audit[0]).toEqual({
      id: expect.any(Number),
      at: expect.stringMatching(/Z$/),
      admin_id: call.admin_id,
      admin_email: 'auditor@example.com',
      address: '192.0.2.1',
      program_id: 0,
      program_display_name: null,
      entity: 'event',
      entity_id: 'text',
      action: 'update',
      before: { n: 1 },
      after: { n: 2 },
      below: 0,
    });
    expect(body.audit[1].entity).toBe('class');
  });

  test('filters by entity, its id, admin and action', async () => {
    const [call, other] = [
      await app().as({ permissions: ['audit'] }),
      await app().as({ permissions: ['audit'] }),
    ];
    await record(call.admin_id, { entity: 'token', entity_id: 1, action: 'x' });
    await record(call.admin_id, { entity: 'token', entity_id: 2, action: 'y' });
    await record(other.admin_id, { entity: 'coupon', entity_id: 3, action: 'x' });
    expect(ids((await call('GET', 'audit?entity=token')).body)).toEqual(['2', '1']);
    expect(ids((await call('GET', 'audit?entity=token&entity_id=1')).body)).toEqual(['1']);
    expect(ids((await call('GET', 'audit?action=x')).body)).toEqual(['3', '1']);
    const mine = (await call('GET', `audit?admin_id=${other.admin_id}`)).body;
    expect([ids(mine), mine.count]).toEqual([['3'], 1]);
  });

  test('knows what changes are recorded of: 400 for anything else, which names the field', async () => {
    const call = await app().as({ permissions: ['audit'] });
    for (const entity of ['nonsense', 'CLASS', 'class_']) {
      const { status, body } = await call('GET', `audit?entity=${entity}`);
      const message = 'must be a recorded entity such as class, event or site_user';
      expect([status, body.errors]).toEqual([400, [{ path: 'entity', message }]]);
      expect(body.message).toBe(`Entity ${message}`);
    }
    for (const entity of ['', ...Object.keys(NOUNS)])
      expect((await call('GET', `audit?entity=${encodeURIComponent(entity)}`)).status).toBe(200);
  });

  test('finds an entry below one that does not match, and shows it once where both do', async () => {
    const call = await app().as({ permissions: ['superadmin'] });
    const program_id = (await makeProgram(db())).id;
    const to = { entity: 'site_category' as const, entity_id: 31, action: 'lent', program_id };
    const whole = { entity: 'users_import' as const, entity_id: 9, action: 'run', after: { rows: 1 } };
    await auditBulk(system(db()), { ...whole, children: [{ ...to, before: null, after: { of: 1 } }] });
    const told = async (query: string) =>
      (await call('GET', `audit?${query}`)).body.audit.map(({ entity, entity_id }: AuditEntry) => [
        entity,
        entity_id,
      ]);
    expect(await told('action=lent')).toEqual([['site_category', '31']]);
    expect(await told('entity=site_category')).toEqual([['site_category', '31']]);
    expect(await told('entity=users_import&action=run')).toEqual([['users_import', '9']]);
    const all = await told('');
    expect(all.filter(([entity]: string[]) => entity === 'site_category')).toEqual([]);
  });

  test('takes both days in UTC', async () => {
    const call = await app().as({ permissions: ['audit'] });
    const at = [
      '2025-12-31T23:59:59.999Z',
      '2026-01-01T00:00:00Z',
      '2026-01-02T23:59:59.999Z',
      '2026-01-03T00:00:00Z',
    ];
    await db()
      .insertInto('audit_entries')
      .values(at.map((moment) => ({ at: moment, entity: 'saved_view', entity_id: moment, action: 'x' })))
      .execute();
    const { body } = await call('GET', 'audit?entity=saved_view&dates=2026-01-01,2026-01-02');
    expect(ids(body)).toEqual([at[2], at[1]]);
    expect((await call('GET', 'audit?dates=2026-02-30,2026-03-01')).status).toBe(400);
  });

  test('shows a bound admin its own program, with the global admin who changed it', async () => {
    const [own, other] = [await makeProgram(db()), await makeProgram(db())];
    const global = await app().as({ permissions: ['superadmin'], email: 'above@example.com' });
    await record(global.admin_id, { entity_id: 'own', program_id: own.id });
    await record(global.admin_id, { entity_id: 'other', program_id: other.id });
    const call = await app().as({ permissions: ['audit'], program_id: own.id });
    const { body } = await call('GET', 'audit');
    expect([ids(body), body.count]).toEqual([['own'], 1]);
    expect(body.audit[0]).toMatchObject({
      admin_email: 'above@example.com',
      program_display_name: own.program_display_name,
    });
  });

  test('gives pages of fifty, and an empty one past the end', async () => {
    const call = await app().as({ permissions: ['audit'] });
    for (let n = 0; n < 51; n++) await record(call.admin_id, { entity: 'export', entity_id: n });
    const second = (await call('GET', 'audit?entity=export&page=2')).body;
    expect([ids(second), second.count]).toEqual([['0'], 51]);
    const third = (await call('GET', 'audit?entity=export&page=3')).body;
    expect([ids(third), third.count]).toEqual([[], 51]);
  });

  test('program 0 is written 0 in what a change was made of, too', async () => {
    const call = await app().as({ permissions: ['superadmin'] });
    const { id } = (await call('POST', 'site-category', { data: { category_name: 'x', program_id: 0 } })).body
      .category;
    const program_id = (await makeProgram(db())).id;
    await call('PATCH', `site-category/${id}`, { data: { program_id } });
    await call('PATCH', `site-category/${id}`, { data: { program_id: 0 } });
    const { audit } = (await call('GET', `audit?entity=site_category&entity_id=${id}`)).body;
    const programs = audit.map(
      ({ before, after }: Record<'before' | 'after', { program_id: number } | null>) => [
        before?.program_id,
        after?.program_id,
      ],
    );
    expect(programs).toEqual([
      [program_id, 0],
      [0, program_id],
      [undefined, 0],
    ]);
  });
});

describe('GET audit-authors', () => {
  test('finds by email or id who changed something that the caller may read of, and nobody else', async () => {
    const [own, other] = [await makeProgram(db()), await makeProgram(db())];
    const mark = crypto.randomUUID();
    const admin = async (name: string, program_id: number) => {
      const { id } = await makeAdmin(db(), { permissions: [], program_id, email: `${name}@${mark}.example` });
      return id;
    };
    const [above, ours, theirs] = [
      await admin('above', 0),
      await admin('ours', own.id),
      await admin('theirs', other.id),
    ];
    await admin('idle', own.id);
    await record(above, { program_id: own.id });
    await record(ours, { program_id: own.id });
    await record(theirs, { program_id: other.id });
    const found = async (program_id: number, query: string) => {
      const call = await app().as({ permissions: ['audit'], program_id });
      const { body } = await call('GET', `audit-authors?${query}`);
      return body.authors.map(({ id }: { id: number }) => id);
    };
    expect(await found(own.id, `email=${mark}`)).toEqual([above, ours]);
    expect(await found(0, `email=${mark.toUpperCase()}`)).toEqual([above, ours, theirs]);
    expect(await found(own.id, `id=${theirs}`)).toEqual([]);
    expect(await found(own.id, `email=OURS&id=${ours}`)).toEqual([ours]);
  });
});

describe('a row that moves to another program', () => {
  test('is read of by the staff of both, and by nobody else', async () => {
    const programs = [await makeProgram(db()), await makeProgram(db()), await makeProgram(db())];
    const [from, to, third] = programs.map(({ id }) => id) as [number, number, number];
    const superadmin = await app().as({ permissions: ['superadmin'] });
    const staff = await Promise.all(
      [from, to, third, 0].map((program_id) => app().as({ permissions: ['audit'], program_id })),
    );
    const seenBy = async (entity: string, id: number, action: string) =>
      Promise.all(
        staff.map(async (call) => {
          const { body } = await call('GET', `audit?entity=${entity}&entity_id=${id}&action=${action}`);
          return body.audit.map(({ program_id }: { program_id: number }) => program_id);
        }),
      );
    const event = await makeEvent(db(), { program_id: from });
    await superadmin('PATCH', `lilt-event/${event.id}`, { data: { program_id: to } });
    const [old, now, none, all] = await seenBy('event', event.id, 'update');
    expect([old, now, none]).toEqual([[from], [to], []]);
    expect(new Set(all)).toEqual(new Set([from, to]));

    const { body } = await superadmin('POST', 'lilt-category', { data: { name: 'x', program_id: from } });
    const category: number = body.category.id;
    await superadmin('PATCH', `lilt-category/${category}`, { data: { program_id: to } });
    expect((await seenBy('gift_category', category, 'update')).slice(0, 3)).toEqual([[from], [to], []]);

    const admin = await makeAdmin(db(), { permissions: ['events'], program_id: from });
    const user_data = { email: admin.email, permissions: ['events'], program_id: to };
    expect((await superadmin('PATCH', `user/${admin.id}`, { user_data })).status).toBe(200);
    expect((await seenBy('admin', admin.id, 'update')).slice(0, 3)).toEqual([[from], [to], []]);
    await superadmin('PATCH', `user/${admin.id}`, { user_data: { ...user_data, program_id: 0 } });
    expect(await seenBy('admin', admin.id, 'update')).toEqual([[from], [to, to], [], expect.any(Array)]);
  });
});

describe('one change of many rows', () => {
  test('is one entry: for each program one below it, and below that what it did to each row', async () => {
    const [here, there] = [(await makeProgram(db())).id, (await makeProgram(db())).id];
    const child = (program_id: number, entity_id: number) => {
      const to = { entity: 'class' as const, entity_id, action: 'changed', program_id };
      return { ...to, before: null, after: { of: program_id } };
    };
    const change = { entity: 'bulk' as const, entity_id: 1, action: 'create', after: { rows: 3 } };
    const children = [child(here, 11), child(there, 12), child(here, 13)];
    await auditBulk(system(db()), { ...change, children });
    const told = (body: {
      audit: { entity: string; entity_id: string; below: number; program_id: number }[];
    }) =>
      body.audit.map(({ entity, entity_id, below, program_id }) => [entity, entity_id, below, program_id]);

    const all = await app().as({ permissions: ['superadmin'] });
    const { body } = await all('GET', 'audit?entity=bulk');
    expect([told(body), body.count]).toEqual([[['bulk', '1', 2, 0]], 1]);
    const programs = (await all('GET', `audit?parent_id=${body.audit[0].id}`)).body;
    expect(told(programs)).toEqual([
      ['bulk', '1', 1, there],
      ['bulk', '1', 2, here],
    ]);
    const rows = (await all('GET', `audit?parent_id=${programs.audit[1].id}`)).body;
    expect(told(rows)).toEqual([
      ['class', '13', 0, here],
      ['class', '11', 0, here],
    ]);
    expect(rows.audit[0]).toMatchObject({ before: null, after: { of: here } });
    expect(told((await all('GET', 'audit?entity=class&entity_id=12')).body)).toEqual([
      ['class', '12', 0, there],
    ]);

    const bound = await app().as({ permissions: ['audit'], program_id: here });
    const own = (await bound('GET', 'audit?entity=bulk')).body;
    expect(told(own)).toEqual([['bulk', '1', 2, here]]);
    expect((await bound('GET', `audit?parent_id=${programs.audit[0].id}`)).body.count).toBe(0);
    expect((await bound('GET', 'audit?entity=class&entity_id=12')).body.count).toBe(0);
  });
});
