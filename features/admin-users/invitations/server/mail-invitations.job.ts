import { sql } from 'kysely';
import type { JobDefinition } from '../../../../server/platform.ts';
import { mailInvitations } from './invitation-mails.ts';

export const mailNewInvitations: JobDefinition = {
  name: 'mail-invitations',
  every: 2,
  waits: (db) => [
    db
      .selectFrom('admin_invitations')
      .select('id')
      .where('token_hash', 'is', null)
      .where('used_at', 'is', null)
      .where('ended_at', 'is', null)
      .where(sql<boolean>`expires_at > provost_now()`),
  ],
  run: (platform, stopping) => mailInvitations(platform, stopping),
};
