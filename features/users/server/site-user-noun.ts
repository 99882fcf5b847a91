/** The site user as a noun for saves. Specification: Site users. */
import { type RowOf, tableNoun } from '../../../server/nouns/changing.ts';

export const SITE_USER = tableNoun({ entity: 'site_user', table: 'site_users' });
export type StoredUser = RowOf<typeof SITE_USER>;
