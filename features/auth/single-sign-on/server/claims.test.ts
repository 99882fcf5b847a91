import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { GroupRights, Oidc } from '../../../../server/oidc-settings.ts';
import { inDepth } from '../../../../test/deep.ts';
import { useTestApp } from '../../../../test/harness.ts';
import { reasonIn, useSignOn } from '../../../../test/sign-on/sign-on-world.ts';

const app = useTestApp();
const { db, provider, settle, someone, sessionsOf, rightsOf, mailsTo, browser } = useSignOn(app);

describe('whatever claims arrive', () => {
  const anything = fc.oneof(
    fc.constantFrom(undefined, null, true, false, '', 'true', 0, 1, [], {}),
    fc.string(),
    fc.array(fc.constantFrom('finance', 'admins', 'everything', 'nobody', 'superadmin')),
    fc.constantFrom('finance', 'superadmin', 'constructor', '__proto__'),
  );
  const emails = fc.oneof(anything, fc.constantFrom('own', 'other', ' OWN ', 'own, other'));

  test('nobody gets an account that is not theirs, or rights that the mapping does not give', async () => {
    const groups: Oidc['groups'] = new Map<string, GroupRights>([
      ['finance', { permissions: ['money'], program_id: 0 }],
      ['admins', { permissions: ['admins'], program_id: 0 }],
      ['everything', { permissions: ['superadmin'], program_id: 0 }],
    ]);
    settle({ groups });
    const other = await someone({ permissions: ['superadmin'] });
    const own = await someone({ permissions: ['events'] });
    await browser().signOn(other.name);
    await db()
      .insertInto('sign_on_subjects')
      .values({ admin_id: other.id, issuer: provider().issuer, subject: other.name })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const sessionsOfOther = (await sessionsOf(other.id)).length;
    const claims = fc.record({ email: emails, email_verified: anything, groups: anything });
    await fc.assert(
      fc.asyncProperty(claims, async ({ email, email_verified, groups: said }) => {
        await db()
          .updateTable('admins')
          .set({ permissions: ['events'], program_id: 0 })
          .where('id', '=', own.id)
          .execute();
        const address =
          typeof email === 'string' ? email.replace('own', own.email).replace('other', other.email) : email;
        const before = (await sessionsOf(own.id)).filter(({ ended_at }) => ended_at === null).length;
        provider().people.set(own.name, { email: address, email_verified, groups: said });
        await browser().signOn(own.name);
        expect(await sessionsOf(other.id)).toHaveLength(sessionsOfOther);
        expect(await rightsOf(other.id)).toEqual({ permissions: ['superadmin'], program_id: 0 });
        const isOwn =
          email_verified === true &&
          typeof address === 'string' &&
          address.trim().toLowerCase() === own.email;
        const isSaid = isOwn && said !== undefined && said !== null;
        const names = [said].flat() as unknown[];
        const given = names.flatMap((name) => groups.get(name as string)?.permissions ?? []);
        const { permissions } = await rightsOf(own.id);
        expect(new Set(permissions)).toEqual(new Set(isSaid ? given : ['events']));
        const open = (await sessionsOf(own.id)).filter(({ ended_at }) => ended_at === null).length;
        expect(open).toBeLessThanOrEqual(isSaid && given.length > 0 ? before + 1 : before);
      }),
      { numRuns: inDepth(40, 1000), endOnFailure: true },
    );
  });
});

describe('groups', () => {
  const money: GroupRights = { permissions: ['money'], program_id: 0 };
  const events: GroupRights = { permissions: ['events', 'store'], program_id: 0 };

  test('change the rights of an account at its sign-in, whose sessions of before end, with a mail and an entry', async () => {
    settle({
      groups: new Map<string, GroupRights>([
        ['finance', money],
        ['shows', events],
      ]),
    });
    const { id, name, email } = await someone({ permissions: ['users'] });
    const call = await app().signedIn(id);
    provider().people.set(name, { email, email_verified: true, groups: ['finance', 'shows', 'unknown'] });
    const own = browser();
    expect(await own.signOn(name)).toBe('/');
    expect(await rightsOf(id)).toEqual({ permissions: ['events', 'store', 'money'], program_id: 0 });
    expect((await call('GET', 'auth/me')).status).toBe(401);
    expect((await own.session())?.user.permissions).toEqual(['events', 'store', 'money']);
    expect(await mailsTo(email)).toEqual(['Your Provost account was changed']);
    const entries = await db()
      .selectFrom('audit_entries')
      .select(['admin_id', 'before', 'after'])
      .where('action', '=', 'follow_groups')
      .where('entity_id', '=', String(id))
      .execute();
    expect(entries).toEqual([
      {
        admin_id: null,
        before: { permissions: ['users'], program_id: 0 },
        after: { permissions: ['events', 'store', 'money'], program_id: 0 },
      },
    ]);
    // Nothing changes any more.
    expect(await browser().signOn(name)).toBe('/');
    expect(await own.session()).not.toBeNull();
    expect(await mailsTo(email)).toHaveLength(1);
  });

  test('of none that counts take all rights away; of none that is told, nothing', async () => {
    settle({ groups: new Map<string, GroupRights>([['finance', money]]) });
    const { id, name, email } = await someone({ permissions: ['users'] });
    expect(reasonIn(await browser().signOn(name))).toBe('groups_unknown');
    expect((await rightsOf(id)).permissions).toEqual(['users']);
    const call = await app().signedIn(id);
    provider().people.set(name, { email, email_verified: true, groups: [] });
    expect(reasonIn(await browser().signOn(name))).toBe('no_rights');
    expect((await rightsOf(id)).permissions).toEqual([]);
    expect((await call('GET', 'auth/me')).status).toBe(401);
  });

  test('of two programs are refused, and a program that is not there is', async () => {
    const { id, name, email } = await someone({ permissions: ['users'] });
    settle({
      groups: new Map<string, GroupRights>([
        ['finance', money],
        ['shop', { permissions: ['store'], program_id: 77 }],
      ]),
    });
    provider().people.set(name, { email, email_verified: true, groups: ['finance', 'shop'] });
    expect(reasonIn(await browser().signOn(name))).toBe('two_programs');
    provider().people.set(name, { email, email_verified: true, groups: ['shop'] });
    expect(reasonIn(await browser().signOn(name))).toBe('no_program');
    expect((await rightsOf(id)).permissions).toEqual(['users']);
  });

  test('make a superadmin where the mapping says so, which the others are mailed; the last one stays', async () => {
    const other = await someone({ permissions: ['superadmin'] });
    settle({
      groups: new Map<string, GroupRights>([
        ['finance', money],
        ['heads', { permissions: ['superadmin'], program_id: 0 }],
      ]),
    });
    const { id, name, email } = await someone();
    provider().people.set(name, { email, email_verified: true, groups: ['heads'] });
    expect(await browser().signOn(name)).toBe('/');
    expect((await rightsOf(id)).permissions).toEqual(['superadmin']);
    expect(await mailsTo(other.email)).toEqual(['A new superadmin in Provost']);
    await db()
      .updateTable('admins')
      .set({ permissions: ['events'] })
      .where('id', '<>', id)
      .execute();
    provider().people.set(name, { email, email_verified: true, groups: ['finance'] });
    expect(reasonIn(await browser().signOn(name))).toBe('last_superadmin');
    expect((await rightsOf(id)).permissions).toEqual(['superadmin']);
  });

  test('leave the superadmin of the broken glass alone', async () => {
    const { id, name, email } = await someone({ permissions: ['superadmin'] });
    settle({ only: true, breakGlass: email, groups: new Map<string, GroupRights>([['finance', money]]) });
    provider().people.set(name, { email, email_verified: true, groups: ['finance'] });
    expect(await browser().signOn(name)).toBe('/');
    expect((await rightsOf(id)).permissions).toEqual(['superadmin']);
  });
});
