import { z } from 'zod';
import { route } from '../../../core/route.ts';
import { ownPasswordChange } from '../sign-in-schemas.ts';

export const ownPasswordContract = {
  changeOwnPassword: route('signed_in', {
    method: 'POST',
    path: 'account/password',
    summary: 'Change your own password; your other sessions end',
    input: ownPasswordChange,
    output: z.object({ message: z.string() }),
  }),
};
