import { sql } from 'kysely';
import type { Told } from '../../../../core/sites/told.ts';
import { lockAll } from '../../../../server/db/client.ts';
import { type Booked, oneByOne, type SiteTransaction, telling } from '../../../../server/sites/facts.ts';
import type { SiteCall } from '../../../../server/sites/site-context.ts';
import { tellOfChanges } from '../../payment-settings/server/tell-payee-changes.ts';
import type { ToldUser } from '../schemas.ts';
import { type PreparedPasswords, preparePasswords } from './prepared-passwords.ts';
import { PasswordRaced, saveToldUser } from './save-told-user.ts';

/** Attempts in which passwords are compared with those of whom they were found for; in the last they are written anyway. */
const MOST_ATTEMPTS = 3;

/**
 * Makes people, or changes those whom the reference or the email names; `updated` where that changes anything. Rejected:
 * an email of somebody else, at home there or elsewhere, and whatever a save of a user refuses (400), a reference that
 * names somebody else (409). A changed email is mailed to the addresses of before, as any change of it.
 */
export async function tellUsers(context: SiteCall, told: Told<ToldUser>) {
  for (let attempt = 1; ; attempt++) {
    const passwords = await preparePasswords(context, told, attempt < MOST_ATTEMPTS);
    try {
      return await tellAll(context, told, passwords);
    } catch (error) {
      if (!(error instanceof PasswordRaced)) throw error;
    }
  }
}

async function tellAll(context: SiteCall, told: Told<ToldUser>, passwords: PreparedPasswords) {
  let moved: number[] = [];
  const answer = await telling(context, 'user', told, async (tx, items) => {
    moved = [];
    await holdNames(tx, items);
    const save = async (tx: SiteTransaction, user: ToldUser): Promise<Booked<object>> => {
      const { id, state, hasMoved } = await saveToldUser(tx, user, passwords.get(user));
      if (hasMoved) moved.push(id);
      return { id, state };
    };
    return oneByOne(save)(tx, items);
  });
  for (const id of moved) await tellOfChanges(context, id);
  return answer;
}

async function holdNames({ db, site }: SiteTransaction, users: readonly ToldUser[]): Promise<void> {
  const emails = users.flatMap(({ email }) => email ?? []);
  const { rows } = await sql<{ key: string }>`
    select address_key(e) as key from unnest(${emails}::text[]) e`.execute(db);
  const names = [
    ...rows.map(({ key }) => `site user email ${key}`),
    ...users.flatMap(({ reference }) =>
      reference === undefined ? [] : `site user ${site.program_id} ${reference}`,
    ),
  ];
  await lockAll(db, [...new Set(names)].toSorted());
}
