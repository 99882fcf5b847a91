/** Mails the links that were asked for on sites. */
import type { JobDefinition } from '../../../../server/platform.ts';
import { mailLinks } from './mailed-links.ts';

export const mailSitePasswordResets: JobDefinition = {
  name: 'mail-site-password-resets',
  every: 2,
  run: (platform, stopping) => mailLinks(platform, stopping),
};
