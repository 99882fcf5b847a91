import { type RowOf, tableNoun } from '../../../server/nouns/changing.ts';

export const SITE_USER = tableNoun({
  entity: 'site_user',
  table: 'site_users',
  readBySites: [
    'id',
    'program_id',
    'first_name',
    'last_name',
    'email',
    'user_type',
    'status',
    'approved',
    'viewable',
    'del_status',
    'membership',
    'membership_at',
    'locale',
    'timezone',
    'photo_id',
    'banner_id',
    'updated_at',
  ],
});
export type StoredUser = RowOf<typeof SITE_USER>;
