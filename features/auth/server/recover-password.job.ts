/** Sends a recovery link. Looking the address up here keeps the call itself alike for all addresses. */
import { z } from 'zod';
import type { JobDefinition } from '../../../server/platform.ts';
import { mailPasswordReset } from './password-resets.ts';

export const recoverPassword: JobDefinition<{ email: string; request: string }> = {
  name: 'recover-password',
  payload: z.object({ email: z.string(), request: z.string() }),
  run: (platform, { email, request }) => mailPasswordReset(platform, email, request),
};
