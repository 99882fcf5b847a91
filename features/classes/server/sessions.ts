import { sql } from 'kysely';
import { notFound, refuse } from '../../../core/errors.ts';
import { must } from '../../../core/must.ts';
import { type Context, type TransactionContext, transact, visibleTo } from '../../../server/context.ts';
import { lockAll } from '../../../server/db/client.ts';
import { auditAll } from '../../../server/nouns/audit.ts';

/** A session as another system knows it; `external_id` is what it calls it. */
export type Session = {
  class_id: number;
  external_id: string;
  start_at: string;
  end_at: string;
  cancelled?: boolean;
};

/** Outcome of telling a session; refused for a class that is not there, or that is another one than before. */
export type RecordedSession =
  | { id: number; state: 'created' | 'updated' | 'unchanged' }
  | { refused: 'no class' | 'other class' };

/** Makes a session, or changes the one of that class and name; answers its id. 400 for an end before the start, 404 for the class. */
export async function recordSession(context: Context, session: Session): Promise<number> {
  if (Date.parse(session.end_at) <= Date.parse(session.start_at))
    refuse(400, 'A session must end after its start');
  const [recorded] = await transact(context, (tx) => recordSessions(tx, [session]));
  return recorded && 'id' in recorded ? recorded.id : notFound();
}

/** Makes sessions, or changes those known by name: a site's names are its own, others the class's. Each ends after its start. Answers for each, in order. */
export async function recordSessions(
  tx: TransactionContext,
  sessions: readonly Session[],
): Promise<RecordedSession[]> {
  const nameOf = ({ class_id, external_id }: Pick<Session, 'class_id' | 'external_id'>) =>
    `session ${tx.site ? `told by ${tx.site.program_id}` : `of ${class_id}`} ${external_id}`;
  // In one order for all: whoever tells one beside this waits, and finds it.
  await lockAll(tx.db, [...new Set(sessions.map(nameOf))].toSorted());
  const programs = await programsOf(tx, sessions);
  const standing = new Map<string, Standing>(
    (await knownSessions(tx, sessions)).map((known) => [nameOf(known), { known, now: known }]),
  );
  const outcomes = sessions.map((session): RecordedSession | Promised => {
    const name = nameOf(session);
    const { class_id, external_id } = session;
    if (!programs.has(class_id)) return { refused: 'no class' };
    const stands = standing.get(name);
    if (stands && stands.now.class_id !== class_id) return { refused: 'other class' };
    const now = { class_id, external_id, ...timesOf(session) };
    standing.set(name, { known: stands?.known ?? null, now });
    const state = !stands ? 'created' : isSame(stands.now, now) ? 'unchanged' : 'updated';
    return { name, state };
  });
  const ids = await writeSessions(tx, [...standing], programs);
  return outcomes.map((one) =>
    'name' in one ? { id: ids.get(one.name) ?? notFound(), state: one.state } : one,
  );
}

type Times = { start_at: string; end_at: string; cancelled: number };
type Told = Pick<Session, 'class_id' | 'external_id'> & Times;
type Known = Told & { id: number };
/** A session as it stood before the call, and as it is told. */
type Standing = { known: Known | null; now: Told };
type Promised = { name: string; state: 'created' | 'updated' | 'unchanged' };

function timesOf({ start_at, end_at, cancelled = false }: Session): Times {
  const [from, to] = [new Date(start_at).toISOString(), new Date(end_at).toISOString()];
  return { start_at: from, end_at: to, cancelled: cancelled ? 1 : 0 };
}

function isSame(one: Times, other: Times): boolean {
  return one.start_at === other.start_at && one.end_at === other.end_at && one.cancelled === other.cancelled;
}

async function programsOf(
  { db, actor }: TransactionContext,
  sessions: readonly Session[],
): Promise<Map<number, number | null>> {
  const { rows } = await sql<{ id: number; program_id: number | null }>`
    select c.id, c.program_id from classes c
    where c.id = any (${sessions.map(({ class_id }) => class_id)}::integer[]) and c.del_flag = 0
      and ${visibleTo(actor, 'c.program_id')}`.execute(db);
  return new Map(rows.map(({ id, program_id }) => [id, program_id]));
}

async function knownSessions(
  { db, site }: TransactionContext,
  sessions: readonly Session[],
): Promise<Known[]> {
  const classes = sessions.map(({ class_id }) => class_id);
  const theirs = site
    ? sql`s.site_program_id = ${site.program_id}`
    : sql`s.site_program_id is null and s.class_id = any (${classes}::integer[])`;
  const { rows } = await sql<Known & { external_id: string }>`
    select s.id, s.class_id, coalesce(s.external_id, '') as external_id, s.start_at, s.end_at, s.cancelled
    from class_sessions s
    where ${theirs} and s.external_id = any (${sessions.map(({ external_id }) => external_id)}::text[])`.execute(
    db,
  );
  return rows;
}

async function writeSessions(
  tx: TransactionContext,
  standing: readonly (readonly [string, Standing])[],
  programs: ReadonlyMap<number, number | null>,
): Promise<Map<string, number>> {
  const { db, site } = tx;
  const news = standing.filter(([, { known }]) => !known);
  const changed = standing.flatMap(([, { known, now }]) =>
    known && !isSame(known, now) ? [{ ...now, id: known.id, before: known }] : [],
  );
  const ids = new Map(standing.flatMap(([name, { known }]) => (known ? [[name, known.id] as const] : [])));
  if (news.length > 0) {
    const rows = news.map(([name, { now }]) => ({ name, ...now }));
    const { rows: made } = await sql<{ id: number; class_id: number; external_id: string | null }>`
      insert into class_sessions (class_id, external_id, start_at, end_at, cancelled, site_program_id)
      select n.class_id, n.external_id, n.start_at, n.end_at, n.cancelled, ${site?.program_id ?? null}::integer
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (class_id integer, external_id text,
        start_at timestamptz, end_at timestamptz, cancelled smallint)
      returning id, class_id, external_id`.execute(db);
    const idOf = new Map(made.map(({ id, class_id, external_id }) => [`${class_id} ${external_id}`, id]));
    for (const [name, { now }] of news)
      ids.set(name, idOf.get(`${now.class_id} ${now.external_id}`) ?? notFound());
  }
  if (changed.length > 0)
    await sql`update class_sessions s set start_at = n.start_at, end_at = n.end_at, cancelled = n.cancelled
      from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb)
        as n (id integer, start_at timestamptz, end_at timestamptz, cancelled smallint)
      where s.id = n.id`.execute(db);
  const record = (id: number, now: Told, before: Known | null) => ({
    entity: 'class_session' as const,
    entity_id: id,
    action: 'update',
    program_id: programs.get(now.class_id) ?? null,
    before: before && timesOfRow(before),
    after: now,
  });
  await auditAll(tx, [
    ...news.map(([name, { now }]) => record(must(ids.get(name), 'id of a new session'), now, null)),
    ...changed.map(({ id, before, ...now }) => record(id, now, before)),
  ]);
  return ids;
}

function timesOfRow({ start_at, end_at, cancelled }: Known): Times {
  return { start_at, end_at, cancelled };
}
