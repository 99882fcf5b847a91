/** Classes and categories that conditions of a rule may name. Specification: Email rules. */
import { z } from 'zod';
import { idsInQuery, optional, programFilter, trimmedText } from '../../../core/fields.ts';
import { route } from '../../../core/route.ts';
import { MOST_NAMED } from './items.ts';

export const choicesContract = {
  ruleChoices: route(
    { area: 'content' },
    {
      method: 'GET',
      path: 'email-rules/choices',
      summary: 'Classes or categories that a condition may name: by a text, or those of the ids',
      input: z.strictObject({
        of: z.enum(['class', 'category']),
        name: optional(trimmedText(200).optional()),
        program_id: programFilter,
        ids: idsInQuery(MOST_NAMED).optional(),
      }),
      output: z.object({ choices: z.array(z.object({ id: z.int(), name: z.string() })) }),
    },
  ),
};
