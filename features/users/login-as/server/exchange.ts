import { sql } from 'kysely';
import { mayAccess, mayTouch } from '../../../../core/access.ts';
import { refuse } from '../../../../core/errors.ts';
import {
  type Call,
  type TransactionContext,
  transactWithoutTenantScope,
} from '../../../../server/context.ts';
import { actorNow } from '../../../../server/http/session.ts';
import { hashOfSecret } from '../../../../server/keys.ts';
import { sendMail } from '../../../../server/mail/mail.ts';
import { programBySiteKey } from '../../../../server/sites/site-caller.ts';
import { turnsOf } from '../../../auth/server/sign-in-queue.ts';
import { type SiteLogin } from '../contract.ts';
import { FORBIDDEN, SESSION_MINUTES } from '../rules.ts';
import { recordLogin } from './login-as.ts';

type Presented = { token: string; program_tag?: string | undefined };

/** Exchanges a token, once. 401 without a site's key; 400 if unknown, another site's (and stays valid), used or expired, or its admin may no longer. */
export async function exchangeLogin(context: Call, presented: Presented) {
  return onSite(context, presented, async (tx, login) => {
    if (login.state === 'over' && login.ended_by === 'revoked') refuse(400, REVOKED);
    const { rows } = await sql<{ expires_at: string }>`
      update site_logins l set exchanged_at = n.now, session_expires_at = n.now + make_interval(mins => ${SESSION_MINUTES})
      from (select provost_now() as now) n
      where l.id = ${login.id} and l.exchanged_at is null and l.expires_at > n.now
      returning l.session_expires_at as expires_at`.execute(tx.db);
    const [session] = rows;
    if (!session) refuseToken();
    const { user_id, program_id, admin_email } = login;
    await recordLogin(tx, login, 'login_as_begin');
    if (tx.platform.config.loginAsNotice) await tellUser(tx, login);
    return { user_id, program_id, admin_email, expires_at: session.expires_at, forbidden: [...FORBIDDEN] };
  });
}

/** Returns the token's user and whether it is valid; ends it where the admin has lost the permission. */
export async function loginState(context: Call, presented: Presented): Promise<SiteLogin> {
  return onSite(context, presented, async (tx, login) => {
    const revoked = login.exchanged && login.ended_at === null && login.ended_by === 'revoked';
    if (revoked) await end(tx, login, 'revoked');
    return toResponse(login);
  });
}

/** Ends what is open, once; answers as {@link loginState}. */
export async function endLogin(context: Call, presented: Presented): Promise<SiteLogin> {
  return onSite(context, presented, async (tx, login) => {
    if (login.state !== 'open') return toResponse(login);
    await end(tx, login, 'site');
    return toResponse({ ...login, state: 'over', ended_by: 'site' });
  });
}

/** A separate queue from sign-in's, so that a busy site keeps no staff out. */
const inTurn = turnsOf('Too many login requests. Try again in a moment.');

const REVOKED = 'The admin who opened this login can no longer log in as this user';

type Login = Awaited<ReturnType<typeof held>>;

/** Over the connections of those who have not signed in, and in their turn; the login is held until the end. */
function onSite<Answer>(
  context: Call,
  presented: Presented,
  work: (tx: Call & TransactionContext, login: Login) => Promise<Answer>,
): Promise<Answer> {
  return inTurn(context, () =>
    transactWithoutTenantScope(
      context,
      async (tx) => {
        const login = await held(tx, presented.token, await siteOf(tx, presented));
        return work(tx, login);
      },
      'signIn',
    ),
  );
}

/** The program whose site asks; a program's page of our own may ask where there is no other site. */
async function siteOf(tx: Call & TransactionContext, { program_tag }: Presented): Promise<number> {
  const isOwn = program_tag !== undefined && tx.platform.config.siteUrl === undefined;
  if (!isOwn) return programBySiteKey(tx.db, tx.headers.authorization);
  const program = await tx.db
    .selectFrom('programs')
    .select('id')
    .where('program_tag', '=', program_tag)
    .executeTakeFirst();
  return program?.id ?? refuseToken();
}

/** The login of a token for this site alone, with what is true of it now. */
async function held({ db }: TransactionContext, token: string, programId: number) {
  const login = await db
    .selectFrom('site_logins as l')
    .innerJoin('site_users as u', 'u.id', 'l.user_id')
    .innerJoin('programs as p', 'p.id', 'l.program_id')
    .innerJoin('admins as a', 'a.id', 'l.admin_id')
    .select(['l.id', 'l.user_id', 'l.program_id', 'l.admin_id', 'l.ended_at', 'l.ended_by'])
    .select(['u.first_name', 'u.last_name', 'u.email', 'p.program_display_name', 'p.support_email'])
    .select(['a.email as admin_email'])
    .select(sql<boolean>`l.exchanged_at is not null`.as('exchanged'))
    .select(sql<string>`coalesce(l.session_expires_at, l.expires_at)`.as('expires_at'))
    .select(sql<boolean>`coalesce(l.session_expires_at, l.expires_at) <= provost_now()`.as('expired'))
    .select(sql<boolean>`u.del_status = 0 and u.program_id = l.program_id`.as('user_is_there'))
    .where('l.token_hash', '=', hashOfSecret(token))
    .where('l.program_id', '=', programId)
    .forNoKeyUpdate('l')
    .executeTakeFirst();
  if (!login) refuseToken();
  const actor = await actorNow(db, login.admin_id);
  const may = actor !== null && mayAccess(actor, { area: 'users' }) && mayTouch(actor, login);
  return { ...login, ...standing(login, may && login.user_is_there) };
}

type Facts = { ended_by: string | null; expired: boolean; exchanged: boolean };

function standing(
  { ended_by, expired, exchanged }: Facts,
  may: boolean,
): Pick<SiteLogin, 'state' | 'ended_by'> {
  if (ended_by !== null) return { state: 'over', ended_by: ended_by === 'site' ? 'site' : 'revoked' };
  if (expired) return { state: 'over', ended_by: 'time' };
  if (!may) return { state: 'over', ended_by: 'revoked' };
  return { state: exchanged ? 'open' : 'waiting', ended_by: null };
}

async function end(tx: TransactionContext, login: Login, ended_by: 'site' | 'revoked'): Promise<void> {
  await tx.db
    .updateTable('site_logins')
    .set({ ended_at: sql`provost_now()`, ended_by })
    .where('id', '=', login.id)
    .execute();
  await recordLogin(tx, login, 'login_as_end', { ended_by });
}

async function tellUser(
  { db }: TransactionContext,
  { email, program_display_name, support_email }: Login,
): Promise<void> {
  const moment = `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  await sendMail(db, {
    to_address: email,
    subject: `Your account at ${program_display_name} was opened by our staff`,
    body_text: `A member of staff of ${program_display_name} logged in as you on ${moment}, for at most ${SESSION_MINUTES} minutes.

They see what you see. They cannot change your password, your email or how you are paid, buy anything, or delete your account.

If you didn't ask us for help, contact us${support_email ? `: ${support_email}` : '.'}
`,
  });
}

function toResponse(login: Login): SiteLogin {
  const { state, ended_by, program_display_name, admin_email, expires_at } = login;
  const name = `${login.first_name} ${login.last_name}`.trim() || login.email;
  return {
    state,
    ended_by,
    user: { id: login.user_id, name },
    program_display_name,
    admin_email,
    expires_at,
  };
}

function refuseToken(): never {
  refuse(400, 'This link was used or has expired. Log in again.');
}
