import { type FieldError, Refusal, refuseField } from '../../../../core/errors.ts';
import type { Db } from '../../../../server/db/client.ts';
import type { SiteUserChange } from '../../user-schemas.ts';
import type { OwnChange, ToldUser } from '../schemas.ts';

type Said = Omit<OwnChange, 'current_password'> & Partial<Pick<ToldUser, 'user_type' | 'membership'>>;

/** Throws a 400 at `timezone` for a zone that is not known by this number or name. */
export async function userDataOf(db: Db, said: Said): Promise<SiteUserChange> {
  const { reference: _, password: __, timezone, membership, ...data } = said;
  return {
    ...data,
    ...(timezone !== undefined && { timezone: await timezoneOf(db, timezone) }),
    ...(membership !== undefined && { membership: membership ? 1 : 0 }),
  };
}

async function timezoneOf(db: Db, said: number | string): Promise<number> {
  const known = await db
    .selectFrom('timezones')
    .select('id')
    .$if(typeof said === 'number', (query) => query.where('id', '=', Number(said)))
    .$if(typeof said === 'string', (query) => query.where('name', 'ilike', likeOf(String(said))))
    .executeTakeFirst();
  return (
    known?.id ?? refuseField('timezone', `"${String(said).slice(0, 60).toWellFormed()}" is not a time zone`)
  );
}

/** A name of a zone, its case and blanks aside. */
function likeOf(name: string): string {
  return name.replaceAll(' ', '_').replaceAll(/[\\%_]/g, String.raw`\$&`);
}

const SAVED_AS = 'user_data.';

/** Runs a save of a user; what it refuses is named as a site's body names it. */
export async function namingFields<Result>(save: () => Promise<Result>): Promise<Result> {
  try {
    return await save();
  } catch (error) {
    if (!(error instanceof Refusal) || !error.details.errors) throw error;
    const { status, message, code, details } = error;
    throw new Refusal(status, message, { ...details, code, errors: error.details.errors.map(renamed) });
  }
}

function renamed({ path, message }: FieldError): FieldError {
  return { path: path.startsWith(SAVED_AS) ? path.slice(SAVED_AS.length) : path, message };
}
