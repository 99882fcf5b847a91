/** Any calls of a site about its classes, beside a model of what they leave. Specification: Sites, teaching. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inDepth } from '../../../../test/deep.ts';
import { makeProgram, makeSiteKey, makeSiteUser } from '../../../../test/factories.ts';
import { useTestApp } from '../../../../test/harness.ts';
import { makeSoldClass } from '../../../../test/rows/sold-classes.ts';

const app = useTestApp({ siteCallsPerMinute: 1_000_000 });
const db = () => app().platform.database.everything;

const [CLASSES, USERS] = [3, 3];

/** An item of a call: `name` is its reference, `class_` and `user` are places in the lists, the last of which is foreign. */
type Item = { name: number; class_: number; user: number; variant: number };
type Kind = 'enrolments' | 'enrolments/cancel' | 'sessions' | 'attendances';

const item = fc.record({
  name: fc.nat(5),
  class_: fc.nat(CLASSES),
  user: fc.nat(USERS),
  variant: fc.nat(5),
});
const call = fc.record({
  kind: fc.constantFrom<Kind>('enrolments', 'enrolments/cancel', 'sessions', 'attendances'),
  items: fc.array(item, { minLength: 1, maxLength: 8 }),
});

const moment = (hour: number) => `2026-03-01T${String(hour).padStart(2, '0')}:00:00.000Z`;

/** What a fact says, in the words of the API. */
function bodyOf(kind: Kind, { name, class_, user, variant }: Item, site: Site) {
  const reference = `${name}`;
  const [class_id, user_id] = [site.classes[class_], site.users[user]];
  if (kind === 'enrolments') return { reference, class_id, user_id };
  if (kind === 'enrolments/cancel')
    return { reference, class_id, user_id, by: variant % 2 ? ('site' as const) : ('student' as const) };
  if (kind === 'sessions')
    return {
      reference,
      class_id,
      start_at: moment(8),
      end_at: moment(9 + (variant % 3)),
      cancelled: variant > 3,
    };
  const type = variant % 2 ? 'live' : 'recording';
  const where = variant < 3 ? { session_reference: `${class_}` } : { class_id, occurred_at: moment(variant) };
  return { reference, user_id, type, seconds: name, ...where };
}

type Site = { classes: number[]; users: number[]; key: string };
type Body = ReturnType<typeof bodyOf>;

/** What should stand, and what each item should answer. */
class Model {
  private readonly facts = new Map<string, string>();
  readonly enrolments = new Map<string, number>();
  readonly sessions = new Map<string, { class_id: number | undefined; end_at: string; cancelled: boolean }>();
  readonly attendances = new Map<string, number>();
  private readonly site: Site;

  constructor(site: Site) {
    this.site = site;
  }

  tell(kind: Kind, items: readonly Body[]): string[] {
    return items.map((body) => {
      if (kind === 'sessions') return this.apply(kind, body);
      const fact = `${kind} ${body.reference}`;
      const before = this.facts.get(fact);
      if (before !== undefined) return before === JSON.stringify(body) ? 'unchanged' : 'rejected';
      const state = this.apply(kind, body);
      // What is rejected leaves its reference to the next that is told, in the same call too.
      if (state !== 'rejected') this.facts.set(fact, JSON.stringify(body));
      return state;
    });
  }

  private apply(kind: Kind, body: Body): string {
    const foreign = [this.site.classes[CLASSES], this.site.users[USERS]];
    const isForeign = (id: number | undefined) => id !== undefined && foreign.includes(id);
    if ('class_id' in body && isForeign(body.class_id)) return 'rejected';
    if ('user_id' in body && isForeign(body.user_id)) return 'rejected';
    if (kind === 'sessions' && 'end_at' in body) {
      const { class_id, end_at = '', cancelled = false } = body;
      const before = this.sessions.get(body.reference);
      if (before && before.class_id !== class_id) return 'rejected';
      this.sessions.set(body.reference, { class_id, end_at, cancelled });
      if (!before) return 'created';
      return before.end_at === end_at && before.cancelled === cancelled ? 'unchanged' : 'updated';
    }
    if (kind === 'attendances' && 'seconds' in body) {
      const {
        session_reference = '',
        class_id,
        occurred_at,
        user_id,
        type,
      } = body as Record<string, unknown>;
      if (class_id === undefined && !this.sessions.has(String(session_reference))) return 'rejected';
      const key = [
        class_id === undefined ? `s${String(session_reference)}` : class_id,
        occurred_at,
        user_id,
        type,
      ].join(' ');
      if (this.attendances.has(key)) return 'unchanged';
      this.attendances.set(key, body.seconds ?? 0);
      return 'created';
    }
    const { class_id, user_id } = body as { class_id: number; user_id: number };
    const pair = `${class_id} ${user_id}`;
    const status = this.enrolments.get(pair);
    if (kind === 'enrolments') {
      if (status === undefined) this.enrolments.set(pair, 0);
      return status === undefined ? 'created' : 'unchanged';
    }
    if (status === undefined) return 'rejected';
    if (status !== 0) return 'unchanged';
    this.enrolments.set(pair, 'by' in body && body.by === 'site' ? 3 : 1);
    return 'created';
  }
}

async function makeSite(): Promise<Site> {
  const [own, other] = [(await makeProgram(db())).id, (await makeProgram(db())).id];
  const classes: number[] = [];
  for (let n = 0; n <= CLASSES; n++)
    classes.push(await makeSoldClass(db(), n < CLASSES ? own : other, n === 1 ? { home: other } : {}));
  const users: number[] = [];
  for (let n = 0; n <= USERS; n++)
    users.push((await makeSiteUser(db(), { program_id: n < USERS ? own : other })).id);
  return { classes, users, key: (await makeSiteKey(db(), own)).site_key };
}

/** What stands, in the words of the model. */
async function rowsOf({ classes }: Site) {
  const enrolments = await db()
    .selectFrom('class_users')
    .selectAll()
    .where('class_id', 'in', classes)
    .execute();
  const sessions = await db()
    .selectFrom('class_sessions')
    .selectAll()
    .where('class_id', 'in', classes)
    .execute();
  const attendances = await db()
    .selectFrom('attendances')
    .selectAll()
    .where('class_id', 'in', classes)
    .execute();
  const nameOf = new Map(sessions.map(({ id, external_id }) => [id, external_id]));
  return {
    enrolments: new Map(
      enrolments.map(({ class_id, user_id, enrol_status }) => [`${class_id} ${user_id}`, enrol_status]),
    ),
    sessions: new Map(
      sessions.map(({ external_id, class_id, end_at, cancelled }) => [
        external_id,
        { class_id, end_at, cancelled: cancelled === 1 },
      ]),
    ),
    attendances: new Map(
      attendances.map(({ session_id, class_id, user_id, type, attended_at, seconds }) => [
        [
          session_id === null ? class_id : `s${nameOf.get(session_id)}`,
          session_id === null ? attended_at : undefined,
          user_id,
          type,
        ].join(' '),
        seconds,
      ]),
    ),
  };
}

const tell = async ({ key }: Site, kind: Kind, items: readonly Body[]) => {
  const answer = await app().call('POST', `/api/site/${kind}`, { items }, { authorization: `Bearer ${key}` });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.results as { id: number | null; state: string }[];
};

test('any batches in any order leave what the model says, and answer as it does', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(call, { minLength: 4, maxLength: 16 }), async (calls) => {
      const site = await makeSite();
      const model = new Model(site);
      for (const { kind, items } of calls) {
        const bodies = items.map((one) => bodyOf(kind, one, site));
        const results = await tell(site, kind, bodies);
        expect(results.map(({ state }) => state)).toEqual(model.tell(kind, bodies));
      }
      const { enrolments, sessions, attendances } = model;
      expect(await rowsOf(site)).toEqual({ enrolments, sessions, attendances });
    }),
    { numRuns: inDepth(15, 300) },
  );
});

test('any batches told by several calls at once, doubled, leave each fact once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(item, { minLength: 1, maxLength: 30 }),
      fc.array(fc.nat(29), { minLength: 4, maxLength: 8 }),
      async (items, turns) => {
        const site = await makeSite();
        await tell(
          site,
          'sessions',
          site.classes.slice(0, CLASSES).map((class_id, n) => ({
            reference: `${n}`,
            class_id,
            start_at: moment(8),
            end_at: moment(9),
            cancelled: false,
          })),
        );
        // Each with a reference of its own, as what stands then depends on no order but for the seconds.
        const bodies = items.map((one, name) => ({
          ...bodyOf('attendances', { ...one, name }, site),
          seconds: 1,
        }));
        const places = items.map((one) =>
          bodyOf('enrolments', { ...one, name: one.class_ * 10 + one.user }, site),
        );
        await Promise.all(
          turns.flatMap((turn) => [
            tell(site, 'attendances', [...bodies.slice(turn), ...bodies.slice(0, turn)].concat(bodies)),
            tell(site, 'enrolments', [...places.slice(turn), ...places.slice(0, turn)].toReversed()),
          ]),
        );
        const model = new Model(site);
        for (let n = 0; n < CLASSES; n++)
          model.sessions.set(`${n}`, { class_id: site.classes[n], end_at: moment(9), cancelled: false });
        model.tell('attendances', bodies);
        model.tell('enrolments', places);
        const { enrolments, sessions, attendances } = model;
        expect(await rowsOf(site)).toEqual({ enrolments, sessions, attendances });
      },
    ),
    { numRuns: inDepth(8, 200) },
  );
});
