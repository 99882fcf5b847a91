/** Who may call what, on whose rows: every route of the contract by every kind of caller. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Access, areasOf, type Permission } from '../core/access.ts';
import type { RouteMeta } from '../core/route.ts';
import { type LevelName, levelNumber } from '../features/commissions/rules.ts';
import { setRows } from '../test/commission-groups.ts';
import { makeEvent, makeTickets } from '../test/events.ts';
import { chargeValues, makeAdmin, makeClass, makeInstructor, makeProgram } from '../test/factories.ts';
import { type Call, type Method, useWorld } from '../test/harness.ts';
import { contract } from './app.ts';

const OWN = 2;
const FOREIGN = 3;
/** A row of the bound callers' program, of another one, and of none. */
const KINDS = { own: OWN, foreign: FOREIGN, global: 0 } as const;
type Kind = keyof typeof KINDS;
const EVERY_KIND = Object.keys(KINDS) as Kind[];

type Case = {
  /** Makes a fresh row of this kind; answers the id that fills the path. Left out where the path names none. */
  row?: (kind: Kind) => Promise<number>;
  body?: (kind: Kind, id: number) => unknown;
  query?: (id: number) => string;
  /** The kinds that there are; all three unless told. */
  kinds?: readonly Kind[];
  /** What a bound caller gets for a foreign or global row or body; 404 unless told. */
  beyond?: 403 | 404;
  /** A list: the marked rows that a global caller finds in it. */
  lists?: readonly Kind[];
  /** What this body asks of the caller, where that is more than its route does. */
  demands?: Access;
  /** What anybody at all gets from a public route. */
  everybody?: number;
};

type RouteName = {
  [Feature in keyof typeof contract]: `${Feature}.${keyof (typeof contract)[Feature] & string}`;
}[keyof typeof contract];

const referral = (_: Kind, id: number) => ({ commission: 5, referral: id });
const group = (_: Kind, id: number) => ({ commission: [{ type: 2, commission: 5, referrer_id: id }] });
const percent = () => ({ commission: 10 });
const ofPerson = async (kind: Kind) => ({ referral: await newInstructor(kind) });
const ofGroup = (level: string) => (id: number) => `level=${level}&owner_id=${id}`;
/** There is no program that is global. */
const programs = { row: aProgram, kinds: ['own', 'foreign'] } as const;

/** How each route is called. A new route does not compile, and fails here, until it says so. */
const CASES: Record<RouteName, Case> = {
  'auth.signIn': {
    everybody: 401,
    body: () => ({ email: `${crypto.randomUUID()}@example.com`, password: 'wrong' }),
  },
  'auth.refresh': { everybody: 401, body: () => ({ refresh_token: 'unknown' }) },
  'auth.signOut': { everybody: 200 },
  'auth.recoverPassword': { everybody: 200, body: () => ({ email: 'nobody@example.com' }) },
  'auth.changePassword': { everybody: 400, body: () => ({ token: 'unknown', password: 'a new one' }) },
  'auth.me': {},
  'adminUsers.adminUsers': { lists: ['own', 'foreign', 'global'] },
  'adminUsers.adminUser': { row: newAdmin },
  'adminUsers.permissions': {},
  'adminUsers.createAdminUser': { body: adminWish, beyond: 403 },
  'adminUsers.updateAdminUser': { row: newAdmin, body: adminWish },
  'adminUsers.deleteAdminUser': { row: newAdmin },
  'audit.audit': { query: () => 'entity=marker', lists: ['own', 'foreign', 'global'] },
  'programs.programs': { query: () => 'name=marker', lists: ['own', 'foreign'] },
  'siteUsers.userSearch': { query: () => 'name=marker', lists: ['own', 'foreign', 'global'] },
  'bundles.saveBundle': { row: newBundle, body: () => ({ classes: [] }) },
  'classes.classes': { query: () => 'name=marker', lists: ['own', 'foreign', 'global'] },
  'classes.class': { row: newClass },
  'commissions.instructors': { query: () => 'name=marker', lists: ['own', 'foreign', 'global'] },
  'commissions.instructorCommission': { row: newInstructor },
  'commissions.saveInstructorCommission': { row: newInstructor, body: group },
  'commissions.previewInstructorCommission': { row: newInstructor, body: group },
  'commissions.deleteInstructorCommission': { row: newCommissionRow },
  'commissions.addInstructorReferral': { row: newInstructor, body: referral },
  'commissions.programCommissions': { lists: ['own', 'foreign'] },
  'commissions.programCommission': programs,
  'commissions.saveProgramCommission': { ...programs, body: () => ({ commission: [] }) },
  'commissions.previewProgramCommission': { ...programs, body: () => ({ commission: [] }) },
  'commissions.deleteProgramCommission': { ...programs, row: newProgramRow },
  'commissions.addProgramReferral': {
    ...programs,
    body: async (kind) => ({ ...(await ofPerson(kind)), commission: 1 }),
  },
  'commissions.referInstructor': { row: aProgramWithNumber, kinds: programs.kinds, body: ofPerson },
  'commissions.classCommissions': { query: () => 'name=marker', lists: ['own', 'foreign', 'global'] },
  'commissions.classCommission': { row: newClass },
  'commissions.saveClassCommission': { row: newClass, body: () => ({ commission: [] }) },
  'commissions.previewClassCommission': { row: newClass, body: () => ({ commission: [] }) },
  'commissions.deleteClassCommission': { row: newClassRow },
  'commissions.addClassReferral': {
    row: newClass,
    body: async (kind) => ({ ...(await ofPerson(kind)), commission: 1 }),
  },
  'commissions.siteCommission': {},
  'commissions.saveSiteCommission': { body: percent, kinds: ['own'] },
  'commissions.previewSiteCommission': { body: percent, kinds: ['own'] },
  'commissions.explainCharge': { row: newCharge },
  'commissions.commissionHistory': { row: newInstructor, query: ofGroup('instructor') },
  'commissions.commissionAsOf': {
    row: newInstructor,
    query: (id) => `${ofGroup('instructor')(id)}&at=2030-01-01T00:00:00Z`,
  },
  'commissions.heldCharges': { row: holdMarkedCharges, kinds: ['own'], lists: ['own', 'foreign', 'global'] },
  'commissions.recalculation': { row: newRecalculation },
  'commissions.cancelRecalculation': { row: newRecalculation },
  'events.events': { query: () => 'name=marker', lists: ['own', 'foreign', 'global'] },
  'events.event': { row: newEvent },
  'events.createEvent': { body: (kind) => ({ data: eventWish(kind) }), beyond: 403 },
  'events.updateEvent': { row: newEvent, body: () => ({ data: { name: 'Changed' } }) },
  'events.setEventDisplayOrder': { row: newEvent, body: (kind) => ({ ...inProgram(kind), sort_order: 1 }) },
  'events.toggleEventFeatured': { row: newEvent, body: inProgram },
  'events.eventPrograms': { row: newEvent },
  'events.saveEventPrograms': { row: newEvent, body: () => ({ programs: [FOREIGN] }) },
  'events.eventCategories': { row: newEvent },
  'events.saveEventCategories': { row: newEvent, body: () => ({ categories: [] }) },
  'events.eventTranslations': { row: newEvent },
  'events.saveEventTranslations': { row: newEvent, body: () => ({ translations: [german] }) },
  'events.eventTickets': { row: newEvent },
  'events.eventDraws': { row: newEvent },
  'events.proposeWinner': { row: newEvent },
  'events.confirmWinner': {
    row: newEvent,
    body: (_, id) => aProposal(id),
  },
  'giftCategories.giftCategories': { query: () => 'name=marker', lists: ['own', 'foreign', 'global'] },
  'giftCategories.giftCategory': { row: newGiftCategory },
  'giftCategories.createGiftCategory': {
    body: (kind) => ({ data: { name: 'New', program_id: KINDS[kind] } }),
    beyond: 403,
  },
  'giftCategories.updateGiftCategory': { row: newGiftCategory, body: () => ({ data: { name: 'Changed' } }) },
  'giftCategories.setGiftCategoryDisplayOrder': {
    row: newGiftCategory,
    body: (kind) => ({ ...inProgram(kind), sort_order: 1 }),
  },
  'giftCategories.toggleGiftCategoryFeatured': { row: newGiftCategory, body: inProgram },
  'giftCategories.giftCategoryPrograms': { row: newGiftCategory },
  'giftCategories.saveGiftCategoryPrograms': { row: newGiftCategory, body: () => ({ programs: [FOREIGN] }) },
  'giftCategories.giftCategoryTranslations': { row: newGiftCategory },
  'giftCategories.saveGiftCategoryTranslations': {
    row: newGiftCategory,
    body: () => ({ translations: [{ language_slug: 'de', name: 'Neu' }] }),
  },
  'uploads.upload': { body: anImage, kinds: ['own'], demands: { area: 'events' } },
};

const ROUTES = Object.entries(contract).flatMap(([feature, procedures]) =>
  Object.entries(procedures).map(([name, procedure]) => {
    const { meta, route } = procedure['~orpc'] as unknown as {
      meta: RouteMeta;
      route: { method: Method; path: string };
    };
    return { name: `${feature}.${name}` as RouteName, access: meta.access, ...route };
  }),
);

/** Written out once more, and on purpose without the product's own `mayAccess`. */
const CALLERS: Record<
  string,
  { rights: (area: Permission[]) => Rights | null; bound: boolean; may: (access: Access) => boolean }
> = {
  nobody: { rights: () => null, bound: false, may: () => false },
  'a revoked superadmin': {
    rights: () => ({ permissions: ['superadmin'], revoked: true }),
    bound: false,
    may: () => false,
  },
  'a superadmin': { rights: () => ({ permissions: ['superadmin'] }), bound: false, may: () => true },
  'a programadmin of program 2': {
    rights: () => ({ permissions: ['programadmin'], program_id: OWN }),
    bound: true,
    may: (access) => typeof access === 'string' || 'area' in access || access.role === 'programadmin',
  },
  'an admin of program 2 with the area': {
    rights: (area) => ({ permissions: area.slice(-1), program_id: OWN }),
    bound: true,
    may: (access) => typeof access === 'string' || 'area' in access,
  },
  'an admin of program 2 with every other area': {
    rights: (area) => ({
      permissions: EVERY_AREA.filter((permission) => !area.includes(permission)),
      program_id: OWN,
    }),
    bound: true,
    may: (access) => typeof access === 'string',
  },
  'a global admin with the area': {
    rights: (area) => ({ permissions: area.slice(-1) }),
    bound: false,
    may: (access) => typeof access === 'string' || 'area' in access,
  },
};

type Rights = { permissions: Permission[]; program_id?: number; revoked?: boolean };
const EVERY_AREA: Permission[] = [
  'commissions',
  'events',
  'store',
  'users',
  'money',
  'catalogue',
  'content',
  'admins',
  'audit',
];

const world = useWorld();
const db = () => world().platform.database.everything;
let owner: pg.Client;

beforeAll(async () => {
  owner = new pg.Client(world().ownerUrl);
  await owner.connect();
  for (const id of [OWN, FOREIGN]) {
    await makeProgram(db(), { id, program_display_name: id === OWN ? 'own-marker' : 'foreign-marker' });
  }
  for (const kind of EVERY_KIND) {
    await makeAdmin(db(), { permissions: [], email: `${kind}-marker@example.com`, program_id: KINDS[kind] });
    const instructor = await makeInstructor(db(), {
      first_name: `${kind}-marker`,
      program_id: KINDS[kind] || null,
    });
    await makeClass(db(), {
      class_name: `${kind}-marker`,
      instructor_id: instructor.id,
      program_id: KINDS[kind] || null,
    });
    await makeEvent(db(), { name: `${kind}-marker`, program_id: KINDS[kind] || null });
    await makeGiftCategory(kind, `${kind}-marker`);
    await db()
      .insertInto('audit_entries')
      .values({ entity: 'marker', entity_id: `${kind}-marker`, action: 'x', program_id: KINDS[kind] })
      .execute();
  }
});
afterAll(() => owner?.end());

test('knows how to call every route: a new one needs an entry in CASES', () => {
  expect(ROUTES.map(({ name }) => name).filter((name) => !Object.hasOwn(CASES, name))).toEqual([]);
});

describe.each(ROUTES.filter(({ name }) => Object.hasOwn(CASES, name)))('$method $path', (route) => {
  test.each(Object.entries(CALLERS))('by %s', async (caller, { rights, bound, may }) => {
    const { method, path } = route;
    const known: Case = CASES[route.name];
    const access = known.demands ?? route.access;
    const asked = rights([...areasOf(access)]);
    for (const kind of kindsOf(known, access)) {
      const call = await callAs(asked);
      const id = (await known.row?.(kind)) ?? 0;
      const query = known.query ? `?${known.query(id)}` : '';
      const body = await known.body?.(kind, id);
      const before = await fingerprint();
      const answer = await call(method, `${path.replace(/\{\w+\}/, String(id))}${query}`, body);
      const status = expectedStatus(known, access, { known: caller, may, bound, kind });
      const shown = answer.status >= 400 || access === 'public' ? [] : marked(answer.body, known, bound);
      const after = answer.status >= 400 ? await fingerprint() : before;
      expect({
        kind,
        status: answer.status,
        shown,
        body: answer.status === status ? null : answer.body,
      }).toEqual({
        kind,
        status,
        shown: status >= 400 || access === 'public' ? [] : expectedMarks(known, bound),
        body: null,
      });
      expect(after, 'a refused call changes nothing').toEqual(before);
    }
  });
});

function kindsOf(known: Case, access: Access): readonly Kind[] {
  if (access === 'public' || !(known.row || known.body)) return ['own'];
  return known.kinds ?? EVERY_KIND;
}

function expectedStatus(
  route: Case,
  access: Access,
  caller: { known: string; may: (access: Access) => boolean; bound: boolean; kind: Kind },
): number {
  if (access === 'public') {
    if (route.everybody === undefined) throw new Error('a public route says what everybody gets');
    return route.everybody;
  }
  if (caller.known === 'nobody' || caller.known === 'a revoked superadmin') return 401;
  if (!caller.may(access)) return 403;
  return caller.bound && caller.kind !== 'own' ? (route.beyond ?? 404) : 200;
}

/** The kinds of marked rows in an answer; only a list is asked whether it shows one's own. */
function marked(body: unknown, { lists }: Case, bound: boolean): Kind[] {
  const text = JSON.stringify(body);
  const asked = lists ? EVERY_KIND : bound ? (['foreign', 'global'] as const) : [];
  return asked.filter((kind) => text.includes(`${kind}-marker`));
}

function expectedMarks({ lists = [] }: Case, bound: boolean): Kind[] {
  return lists.filter((kind) => !bound || kind === 'own');
}

async function callAs(rights: Rights | null): Promise<Call> {
  if (!rights) return world().call;
  const { revoked, ...given } = rights;
  const call = await world().as(given);
  if (revoked) {
    const deleted_at = new Date().toISOString();
    await db().updateTable('admins').set({ deleted_at }).where('id', '=', call.admin_id).execute();
  }
  return call;
}

/** What every table holds, but for what a sign-in leaves behind and the record of what was denied. */
async function fingerprint(): Promise<Record<string, string>> {
  const { rows: tables } = await owner.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
       and relname not in ('sessions', 'sign_in_failures', 'denials') order by 1`,
  );
  const kept = `t.action not in ('denied', 'forged_token', 'sign_in_failed')`;
  const selects = tables.map(
    ({ name }) =>
      `select '${name}' as name, md5(coalesce(string_agg(t::text, e'\\n' order by t::text), '')) as hash from ${name} t
       ${name === 'audit_entries' ? `where ${kept}` : ''}`,
  );
  const { rows } = await owner.query<{ name: string; hash: string }>(selects.join(' union all '));
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]));
}

async function anImage(): Promise<FormData> {
  const pixel =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=';
  const form = new FormData();
  form.append('type', 'event-image');
  form.append('file', new File([Buffer.from(pixel, 'base64')], 'pixel.png', { type: 'image/png' }));
  return form;
}

const german = { language_slug: 'de', name: 'Neu', description: '' };

/** An ended giveaway with tickets; a global one is shown by the callers' program. */
async function newEvent(kind: Kind): Promise<number> {
  const event = await makeEvent(db(), { program_id: KINDS[kind] || null });
  await makeTickets(db(), event, 2);
  if (kind === 'global') {
    await db().insertInto('event_programs').values({ event_id: event.id, program_id: OWN }).execute();
  }
  return event.id;
}

function eventWish(kind: Kind) {
  const dates = { start_at: '2030-01-01T00:00:00Z', end_at: '2030-02-01T00:00:00Z' };
  return { name: 'New', type: 'regular', price: 1, ...dates, program_id: KINDS[kind] };
}

function inProgram(kind: Kind) {
  return { program_id: KINDS[kind] || OWN };
}

/** Asked for as a superadmin does, before the call is made. */
async function aProposal(event: number): Promise<{ id: number; token: string }> {
  const call = await world().as({ permissions: ['superadmin'] });
  const { id, token } = (await call('GET', `lilt-event/${event}/draw`)).body;
  return { id, token };
}

async function newGiftCategory(kind: Kind): Promise<number> {
  return makeGiftCategory(kind, 'A category');
}

async function makeGiftCategory(kind: Kind, name: string): Promise<number> {
  const { id } = await db()
    .insertInto('gift_categories')
    .values({ name, program_id: KINDS[kind] || null })
    .returning('id')
    .executeTakeFirstOrThrow();
  // The marked ones are shown by their own program alone.
  const program_id = KINDS[kind] || (name.endsWith('marker') ? null : OWN);
  if (program_id) {
    await db().insertInto('gift_category_programs').values({ category_id: id, program_id }).execute();
  }
  return id;
}

async function newAdmin(kind: Kind): Promise<number> {
  return (await makeAdmin(db(), { permissions: [], program_id: KINDS[kind] })).id;
}

function adminWish(kind: Kind) {
  const email = `${crypto.randomUUID()}@example.com`;
  return { user_data: { email, password: 'long enough', program_id: KINDS[kind], permissions: [] } };
}

async function newInstructor(kind: Kind): Promise<number> {
  return (await makeInstructor(db(), { program_id: KINDS[kind] || null })).id;
}

async function newClass(kind: Kind): Promise<number> {
  const instructor_id = await newInstructor(kind);
  return (await makeClass(db(), { instructor_id, program_id: KINDS[kind] || null })).id;
}

async function newBundle(kind: Kind): Promise<number> {
  const instructor_id = await newInstructor(kind);
  const bundle = { instructor_id, program_id: KINDS[kind] || null, is_bundle: true };
  return (await makeClass(db(), bundle)).id;
}

async function aProgram(kind: Kind): Promise<number> {
  return KINDS[kind];
}

async function aProgramWithNumber(kind: Kind): Promise<number> {
  await setRows(db(), 'program', KINDS[kind], [{ type: 1, commission: 5 }]);
  return KINDS[kind];
}

async function newCommissionRow(kind: Kind): Promise<number> {
  return rowOf('instructor', await newInstructor(kind), kind);
}

async function newClassRow(kind: Kind): Promise<number> {
  return rowOf('class', await newClass(kind), kind);
}

async function newProgramRow(kind: Kind): Promise<number> {
  return rowOf('program', KINDS[kind], kind);
}

/** Gives the group a referral and answers the id of its row. */
async function rowOf(level: LevelName, ownerId: number, kind: Kind): Promise<number> {
  await setRows(db(), level, ownerId, [{ type: 2, commission: 5, referrer_id: await newInstructor(kind) }]);
  const { id } = await db()
    .selectFrom('commission_rows')
    .select('id')
    .where('level', '=', levelNumber(level))
    .where('owner_id', '=', ownerId)
    .where('type', '=', 2)
    .where('replaced_at', 'is', null)
    .executeTakeFirstOrThrow();
  return id;
}

/** Afresh for each call, because a save at any level divides the charges that it resolves. */
async function holdMarkedCharges(): Promise<number> {
  const classes = await db()
    .selectFrom('classes')
    .select(['id', 'class_name'])
    .where('class_name', 'like', '%-marker')
    .execute();
  for (const { id, class_name } of classes) await heldCharge(class_name.split('-')[0] as Kind, id);
  return 0;
}

async function newCharge(kind: Kind): Promise<number> {
  return heldCharge(kind, await newClass(kind));
}

/** A charge that waits for its lines. */
async function heldCharge(kind: Kind, classId: number): Promise<number> {
  const { instructor_id } = await db()
    .selectFrom('classes')
    .select('instructor_id')
    .where('id', '=', classId)
    .executeTakeFirstOrThrow();
  const program_id = KINDS[kind] || null;
  const { id } = await db()
    .insertInto('charges')
    .values({ ...chargeValues({ class_id: classId, program_id, instructor_id }), held: 'over_100' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function newRecalculation(kind: Kind): Promise<number> {
  const { id } = await db()
    .insertInto('recalculations')
    .values({
      level: 2,
      owner_id: await newInstructor(kind),
      program_id: KINDS[kind] || null,
      scope_program_id: KINDS[kind],
      run_at: '2100-01-01T00:00:00Z',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
