/** People of the program sites, as far as choosers need them. Specification: Choosers. */
import { z } from 'zod';
import { programFilter, textFilter } from '../../core/fields.ts';
import { route } from '../../core/route.ts';

export const siteUsersContract = {
  userSearch: route(
    { area: ['commissions', 'users', 'money', 'catalogue'] },
    {
      method: 'GET',
      path: 'user-search',
      summary: 'At most 20 users whose name, email or id matches',
      input: z.strictObject({ name: textFilter, program_id: programFilter }),
      output: z.object({ users: z.array(z.object({ id: z.int(), full_string: z.string() })) }),
    },
  ),
};
