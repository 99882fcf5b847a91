/** Contract of the route that switches many records at once, for every noun that declares it. */
import { z } from 'zod';
import type { Access } from '../access.ts';
import { id, moment, updatedAt } from '../fields.ts';
import type { NounSwitches } from '../noun.ts';
import { route } from '../route.ts';

export const MOST_SWITCHED = 500;

export type SwitchOf<Switches extends NounSwitches> = keyof Switches['fields'] & string;

/** A record, with its mark as it was shown and what the switch shall be: an undo names what stood before. */
const record = z.strictObject({ id, updated_at: updatedAt, to: z.int() });
export type SwitchedRecord = z.output<typeof record>;

const records = z
  .array(record)
  .min(1, 'Choose records')
  .max(MOST_SWITCHED)
  .refine((all) => new Set(all.map((one) => one.id)).size === all.length, 'must name each record once');

type Place<Switches> = {
  access: Access;
  switches: Switches;
  /** The noun in the summary: "coupons". */
  called: string;
  stepUp?: true;
};

/** The route of a noun's switches: one of them for many records. `more` are fields that a switch needs besides. */
export function switchRoute<
  const Switches extends NounSwitches,
  More extends z.ZodRawShape = Record<never, never>,
>({ access, switches: { path, fields }, called, stepUp }: Place<Switches>, more: More = {} as More) {
  const names = Object.keys(fields) as [SwitchOf<Switches>, ...SwitchOf<Switches>[]];
  return route(access, {
    method: 'POST',
    path,
    ...(stepUp && { stepUp }),
    summary: `Switch ${names.join(' or ')} of many ${called}, all or none. 409 names one that was saved since`,
    input: z.strictObject({ field: z.enum(names), records, ...more }).superRefine((input, issues) => {
      const { field, records: all } = input as { field: SwitchOf<Switches>; records: SwitchedRecord[] };
      const values = fields[field] ?? [];
      for (const [at, { to }] of all.entries())
        if (!values.includes(to))
          issues.addIssue({
            code: 'custom',
            path: ['records', at, 'to'],
            message: `must be ${values.join(' or ')}`,
          });
    }),
    output: z.object({ records: z.array(z.object({ id: z.int(), updated_at: moment })) }),
  });
}
