import type { JobDefinition } from '../../../server/platform.ts';
import { mailPasswordResets } from './password-resets.ts';

export const mailAskedPasswordResets: JobDefinition = {
  name: 'mail-password-resets',
  every: 2,
  waits: (db) => [db.selectFrom('password_reset_requests').select('admin_id')],
  run: (platform, stopping) => mailPasswordResets(platform, stopping),
};
