import { sql } from 'kysely';
import { notFound, refuse, refuseField } from '../../../core/errors.ts';
import { must } from '../../../core/must.ts';
import { type Context, type TransactionContext, transact, visibleTo } from '../../../server/context.ts';
import { refuseFormerActor } from '../../../server/http/session.ts';
import { audit } from '../../../server/nouns/audit.ts';
import { deciding } from '../../../server/nouns/deciding.ts';
import { keepRules, readRules } from '../../money-settings/server/money-rules.ts';
import { holdPayouts } from '../../payouts/server/claim.ts';
import type { Blocker, Erasure, ErasureStanding } from '../contract.ts';
import { beginErasure } from './begin-erasure.ts';
import { blockersOf, unpaidOf } from './blockers.ts';
import { type Askers, askersOf, historyOf } from './deciders.ts';

/** 404 as any read. */
export async function readErasure(context: Context, id: number): Promise<ErasureStanding> {
  const { db, actor } = context;
  const { own, too_new } = historyOf(actor, 'e');
  const wish = historyOf(actor, 'w');
  const { rows } = await sql<Pick<ErasureStanding, 'erasure' | 'data_request'>>`
    select (select jsonb_build_object('asked_at', w.asked_at, 'site', p.program_display_name, 'own', ${wish.own},
          'too_new', ${wish.too_new})
        from (select r.*, null::integer as asked_by, null::timestamptz as proposed_at from data_requests r) w
        join programs p on p.id = w.site_program_id where w.user_id = u.id and w.state = 'waiting') as data_request,
      case when e.id is not null then to_jsonb(e) - '{asked_through,proposed_at}'::text[] || jsonb_build_object(
        'asked_by', admin_email(e.asked_by), 'own', ${own}, 'too_new', ${too_new},
        'decided_by', admin_email(e.decided_by)) end as erasure
    from site_users u left join lateral (
      select r.id, r.state, r.source, r.asked_at, r.asked_by, r.decided_at, r.decided_by, r.done_at, r.asked_through,
        r.proposed_at from erasures r
      where r.user_id = u.id order by r.id desc limit 1
    ) e on e.state <> 'rejected'
    where u.id = ${id} and ${visibleTo(actor, 'u.program_id')}`.execute(db);
  const { erasure, data_request } = rows[0] ?? notFound();
  const isOpen = erasure === null || erasure.state === 'proposed';
  const { rules } = await readRules(context);
  return {
    erasure: erasure && { ...erasure, ...momentsOf(erasure) },
    data_request: data_request && {
      ...data_request,
      asked_at: new Date(data_request.asked_at).toISOString(),
    },
    blockers: isOpen ? await blockersOf(context, id) : [],
    needs_approval: rules.payout_approval ? 1 : 0,
    unpaid: await unpaidOf(context, id),
  };
}

/** Returns its moments as all answers say them (ISO 8601). */
function momentsOf({ asked_at, decided_at, done_at }: Erasure) {
  const told = (at: string | null) => at && new Date(at).toISOString();
  return { asked_at: new Date(asked_at).toISOString(), decided_at: told(decided_at), done_at: told(done_at) };
}

/** Begins the erasure, or proposes it. 404 as any read; 400 where `email` is not the user's; 409 if erased or proposed, or with what has to be settled first. */
export function requestErasure(
  context: Context,
  { id, email }: { id: number; email: string },
): Promise<ErasureStanding> {
  return transact(context, async (tx) => {
    await refuseFormerActor(tx);
    const person = (await lockPerson(tx, id)) ?? notFound();
    if (!person.is_address_of(email)) refuseField('email', 'is not the address of this user');
    await refuseAsked(tx, id);
    await refuseBlocked(tx, id);
    const { rules } = await keepRules(tx);
    const erasure_id = await askForErasure(tx, { user_id: id, by_admin: tx.actor.admin_id });
    if (rules.payout_approval) {
      const { program_id } = person;
      await audit(tx, { entity: 'site_user', entity_id: id, action: 'erase_request', program_id });
    } else await beginErasure(tx, { id: erasure_id, user_id: id });
    return readErasure(tx, id);
  });
}

/** 404 without a request; 403 for who made it, or had the person in their hands when they did; 409 with who decided it, or what is to be settled. A site's request is first proposed by who approves it. */
export function approveErasure(context: Context, id: number): Promise<ErasureStanding> {
  return decide(context, id, 'approve', async (tx, { erasure_id, asked_by, program_id }) => {
    await refuseBlocked(tx, id);
    const { rules } = await keepRules(tx);
    if (rules.payout_approval && asked_by === null) {
      await sql`select propose_erasure(${erasure_id}, ${tx.actor.admin_id})`.execute(tx.db);
      await audit(tx, { entity: 'site_user', entity_id: id, action: 'erase_request', program_id });
      return;
    }
    await beginErasure(tx, { id: erasure_id, user_id: id });
  });
}

/** 404 without a request; 403 for who had the person in their hands; a 409 with who decided it. */
export function rejectErasure(context: Context, id: number): Promise<ErasureStanding> {
  return decide(context, id, 'reject', async (tx, { erasure_id, program_id }) => {
    await sql`select reject_erasure(${erasure_id}, ${tx.actor.admin_id})`.execute(tx.db);
    await audit(tx, { entity: 'site_user', entity_id: id, action: 'erase_reject', program_id });
  });
}

/** Asker: a superadmin, the person through the site of a program, or, of somebody listed, the list. */
type AskedFor = { user_id: number; by_admin?: number | null; by_program?: number };

/** Lets an erasure wait and answers its number. The database refuses an asker who may not. */
export async function askForErasure(
  { db }: TransactionContext,
  { user_id, by_admin = null, by_program }: AskedFor,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select ask_erasure(${user_id}, ${by_admin}, ${by_program ?? null}) as id`.execute(db);
  return must(rows[0], 'number of the request').id;
}

type ErasureRequest = Askers & {
  erasure_id: number;
  program_id: number | null;
  state: Erasure['state'];
  decided_by: string | null;
  decided_at: string | null;
};

function decide(
  context: Context,
  id: number,
  verb: 'approve' | 'reject',
  work: (tx: TransactionContext, asked: ErasureRequest) => Promise<void>,
): Promise<ErasureStanding> {
  const once = {
    lockRow: (tx: TransactionContext) => lockAsked(tx, id),
    decided: ({ state, decided_by: by, decided_at: at }: ErasureRequest) =>
      state === 'proposed' || at === null
        ? undefined
        : { has: state === 'rejected' ? 'already rejected this' : 'already approved this', by, at },
    neverBy: ({ asked_through }: ErasureRequest) => asked_through,
    asked: verb === 'approve' ? askersOf : undefined,
  };
  return transact(context, async (tx) => {
    await deciding(tx, once, async (_, asked) => {
      await work(tx, asked);
      return null;
    });
    return readErasure(tx, id);
  });
}

async function lockAsked(tx: TransactionContext, id: number): Promise<ErasureRequest | undefined> {
  if (!(await lockPerson(tx, id))) return undefined;
  const { rows } = await sql<ErasureRequest>`
    select e.id as erasure_id, u.program_id, e.state, e.asked_by, e.asked_at, e.proposed_at,
      e.asked_through, admin_email(e.decided_by) as decided_by, e.decided_at
    from erasures e join site_users u on u.id = e.user_id
    where e.user_id = ${id} order by e.id desc limit 1`.execute(tx.db);
  return rows[0];
}

/** Holds payouts first, as whoever pays does, and then the person: what is being paid or saved is waited for. */
export async function lockPerson(tx: TransactionContext, id: number) {
  await holdPayouts(tx);
  return lockUser(tx, id);
}

/** Locks the row of a user whom the caller may see, for what moves no money; undefined where there is none. */
export async function lockUser(tx: TransactionContext, id: number) {
  const { rows } = await sql<{ program_id: number | null; email: string }>`
    select u.program_id, u.email from site_users u
    where u.id = ${id} and ${visibleTo(tx.actor, 'u.program_id')} for update`.execute(tx.db);
  const [found] = rows;
  return found && { ...found, is_address_of: (said: string) => said === found.email.trim().toLowerCase() };
}

async function refuseAsked({ db }: TransactionContext, id: number): Promise<void> {
  const known = await db
    .selectFrom('erasures')
    .select('state')
    .where('user_id', '=', id)
    .where('state', '<>', 'rejected')
    .executeTakeFirst();
  if (known)
    refuse(409, known.state === 'proposed' ? 'The erasure is waiting for approval' : 'This user is erased');
}

async function refuseBlocked(tx: TransactionContext, id: number): Promise<void> {
  const blockers = await blockersOf(tx, id);
  if (blockers.length > 0) refuse(409, `Settle this first: ${inWords(blockers)}`);
}

export function inWords(blockers: readonly Blocker[]): string {
  return blockers.map(({ words }) => words).join('; ');
}
