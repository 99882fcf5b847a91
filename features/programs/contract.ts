/** Programs, as far as choosers need them. Specification: Choosers. */
import { z } from 'zod';
import { page, sortBy, sortDest, textFilter } from '../../core/fields.ts';
import { route } from '../../core/route.ts';

export const program = z.object({
  id: z.int(),
  program_tag: z.string(),
  program_display_name: z.string(),
  support_email: z.string(),
  status: z.int(),
});
export type Program = z.infer<typeof program>;

export const programsContract = {
  programs: route('signed_in', {
    method: 'GET',
    path: 'programs',
    summary: 'Programs the caller may see; all of them where no page is asked for',
    input: z.strictObject({
      page: z.union([z.undefined(), page]),
      status: z.enum(['active', 'all']).optional().default('active'),
      name: textFilter,
      sort_by: sortBy(['id', 'program_tag', 'program_display_name', 'support_email', 'status']),
      sort_dest: sortDest,
    }),
    output: z.object({ programs: z.array(program), count: z.int() }),
  }),
};
