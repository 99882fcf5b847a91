/** The pass that mails the links that were asked for. */
import { z } from 'zod';
import type { JobDefinition } from '../../../server/platform.ts';
import { mailPasswordResets } from './password-resets.ts';

export const mailAskedPasswordResets: JobDefinition<object> = {
  name: 'mail-password-resets',
  payload: z.object({}),
  every: 2,
  run: (platform, _, stopping) => mailPasswordResets(platform, stopping),
};
