/** Mails with a link that sets a new password on a site. Specification: Sites, sign-in; Email templates. */
import { sql } from 'kysely';
import { asSystem, type TransactionContext, transact } from '../../../../server/context.ts';
import { SECRET, secretOf, sendMail } from '../../../../server/mail/mail.ts';
import type { Platform } from '../../../../server/platform.ts';
import { LINK_SECONDS, SPACING_SECONDS, UNSPACED_LINKS } from '../../../auth/server/password-resets.ts';
import { digestOf } from '../../../auth/server/refresh-tokens.ts';
import type { Language } from '../../../email-templates/rules.ts';
import { linesOf, ownMail } from '../../../email-templates/server/own-mail.ts';
import { siteAddress } from '../../../programs/server/site-address.ts';

const BATCH = 50;

type Request = { user_id: number; program_id: number };

/** Request, link and mail are one transaction; the secret is stored nowhere, and derived as the mail is sent. */
export async function mailLinks(platform: Platform, stopping?: AbortSignal): Promise<void> {
  let mailed = BATCH;
  while (mailed === BATCH && !stopping?.aborted) mailed = await mailBatch(platform);
}

function mailBatch(platform: Platform): Promise<number> {
  return transact(asSystem(platform, 'mail-site-password-resets'), async (tx) => {
    const { rows } = await sql<Request>`
      delete from site_password_requests where (user_id, program_id) in (
        select user_id, program_id from site_password_requests
        order by requested_at limit ${BATCH} for update skip locked)
      returning user_id, program_id`.execute(tx.db);
    // In one order, so that two batches cannot wait for each other's people.
    for (const request of rows.toSorted((a, b) => a.user_id - b.user_id || a.program_id - b.program_id))
      await mailLink(tx, request);
    return rows.length;
  });
}

/** Does nothing for who is gone meanwhile, or has enough links that work and got the last of them just now. */
async function mailLink(tx: TransactionContext, { user_id, program_id }: Request): Promise<void> {
  const { db, platform } = tx;
  const user = await db
    .selectFrom('site_users')
    .select(['email', 'first_name', 'last_name'])
    .where('id', '=', user_id)
    .where('del_status', '=', 0)
    .where('status', '<>', 0)
    .forNoKeyUpdate()
    .executeTakeFirst();
  const { live, recent } = await db
    .selectFrom('site_password_resets')
    .select([
      sql<number>`count(*)`.as('live'),
      sql<boolean>`max(expires_at) > provost_now() + make_interval(secs => ${LINK_SECONDS - SPACING_SECONDS})`.as(
        'recent',
      ),
    ])
    .where('user_id', '=', user_id)
    .where('used_at', 'is', null)
    .where(sql<boolean>`expires_at > provost_now()`)
    .executeTakeFirstOrThrow();
  if (!user || (live >= UNSPACED_LINKS && recent)) return;
  const secret_seed = crypto.randomUUID();
  await db
    .insertInto('site_password_resets')
    .values({
      token_hash: digestOf(secretOf(platform, secret_seed)),
      user_id,
      program_id,
      expires_at: sql`provost_now() + make_interval(secs => ${LINK_SECONDS})`,
    })
    .execute();
  const { email: to_address, ...named } = user;
  await sendMail(db, { to_address, ...(await linkMail(tx, named, program_id)), secret_seed });
}

type Named = { first_name: string; last_name: string };

/** The program's template `password_reset`, in the program's language. */
async function linkMail({ db, platform }: TransactionContext, user: Named, program_id: number) {
  const {
    program_display_name: program_name,
    program_tag,
    default_locale,
  } = await db
    .selectFrom('programs')
    .select(['program_display_name', 'program_tag', 'default_locale'])
    .where('id', '=', program_id)
    .executeTakeFirstOrThrow();
  const site = siteAddress(platform, program_tag);
  return ownMail(db, {
    template: 'password_reset',
    program_id,
    locale: default_locale,
    needsContent: true,
    values: (language) => ({
      student_first_name: user.first_name,
      student_last_name: user.last_name,
      program_name,
      program_site_url: site,
      // Behind the #, where a browser keeps it to itself.
      content: linesOf(SET_IT_HERE[language], { href: `${site}/password#${SECRET}` }),
    }),
  });
}

const SET_IT_HERE: Readonly<Record<Language, string>> = {
  en: 'Set a new password here within one hour:',
  es: 'Establézcala aquí, en el plazo de una hora:',
  ru: 'Задайте его здесь в течение часа:',
  zh: '请在一小时内在此设置：',
  'zh-TW': '請在一小時內在此設定：',
};
