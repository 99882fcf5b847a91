import type { JobDefinition } from '../../../../server/platform.ts';
import { mailLinks } from './mailed-links.ts';

export const mailSitePasswordResets: JobDefinition = {
  name: 'mail-site-password-resets',
  every: 2,
  waits: (db) => [db.selectFrom('site_password_requests').select('user_id')],
  run: (platform, stopping) => mailLinks(platform, stopping),
};
