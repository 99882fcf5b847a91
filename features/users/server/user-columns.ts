import { refuseField } from '../../../core/errors.ts';
import { withoutUndefined } from '../../../core/without-undefined.ts';
import type { TransactionContext } from '../../../server/context.ts';
import { toldColumns } from '../../../server/nouns/field-columns.ts';
import { homeProgram } from '../../../server/nouns/program-assignments.ts';
import type { UploadType } from '../../uploads/rules.ts';
import { claimUpload } from '../../uploads/server/uploads.ts';
import { type SiteUserChange, USER_FIELDS } from '../user-schemas.ts';
import type { StoredUser } from './site-user-noun.ts';
import { checkTimezone } from './timezones.ts';

/** The columns that a body speaks of, `before` the save null for a new user. 400 and 403 as the saves say. */
export async function columnsAfter(tx: TransactionContext, data: SiteUserChange, before: StoredUser | null) {
  const { site_program, timezone, membership, photo_id, banner_id } = data;
  if (timezone !== undefined && timezone !== before?.timezone)
    await checkTimezone(tx.db, timezone, 'user_data.timezone');
  const always = {
    email: data.email ?? before?.email ?? '',
    del_status: data.del_status ?? before?.del_status ?? 0,
    program_id: await programAfter(tx, site_program, before),
  };
  const named = withoutUndefined({
    ...toldColumns(USER_FIELDS, data),
    timezone,
    membership,
    membership_at: membership === undefined ? undefined : memberSince(membership, before),
    photo_id: await imageAfter(tx, 'photo_id', photo_id, before),
    banner_id: await imageAfter(tx, 'banner_id', banner_id, before),
  });
  return { ...always, ...named };
}
export type Columns = Awaited<ReturnType<typeof columnsAfter>>;

/** Everybody who is saved has a home. */
async function programAfter(
  tx: TransactionContext,
  site_program: number | undefined,
  before: StoredUser | null,
) {
  const field = 'user_data.site_program';
  // A home that stays is not looked up: the site that changes a visitor does not see it.
  if (site_program === undefined && before?.program_id) return before.program_id;
  const home = await homeProgram(tx, site_program, field, before ?? undefined);
  return home ?? refuseField(field, 'Choose a program');
}

function memberSince(membership: 0 | 1, before: StoredUser | null): string | null {
  if (membership === 0) return null;
  return before?.membership_at ?? new Date().toISOString();
}

const TYPES = { photo_id: 'user-photo', banner_id: 'user-banner' } as const satisfies Record<
  string,
  UploadType
>;

async function imageAfter(
  tx: TransactionContext,
  name: keyof typeof TYPES,
  given: number | undefined,
  before: StoredUser | null,
) {
  if (given === undefined) return undefined;
  if (given === 0) return null;
  const claim = { id: given, types: [TYPES[name]], field: `user_data.${name}` };
  await claimUpload(tx, { ...claim, current: before?.[name] ?? null });
  return given;
}
