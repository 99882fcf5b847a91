/** Mails the requested links. */
import type { JobDefinition } from '../../../server/platform.ts';
import { mailPasswordResets } from './password-resets.ts';

export const mailAskedPasswordResets: JobDefinition = {
  name: 'mail-password-resets',
  every: 2,
  run: (platform, stopping) => mailPasswordResets(platform, stopping),
};
