import type pg from 'pg';
import { z } from 'zod';

export const VERSION = 1;

export const MANIFEST = 'manifest.json';

/** Sums in minor units; `open` is what is left to be paid, below 0 what was paid and given back since. */
const sum = z.strictObject({
  /** The program that sold; null for what none did. */
  program: z.int().nullable(),
  /** `user 12`, `program 3` or `site`. */
  payee: z.string(),
  currency: z.string(),
  earned: z.int(),
  refunded: z.int(),
  paid: z.int(),
  open: z.int(),
});
export type PayeeSum = z.output<typeof sum>;

const file = z.strictObject({ rows: z.int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/) });
export type FileFacts = z.output<typeof file>;

export const manifestSchema = z.strictObject({
  version: z.literal(VERSION, 'is of another version of Provost'),
  created_at: z.iso.datetime(),
  programs: z.array(z.strictObject({ id: z.int(), tag: z.string() })),
  files: z.record(z.string(), file),
  sums: z.array(sum),
});
export type Manifest = z.output<typeof manifestSchema>;

/** Sums the lines of sales, all or those for which `condition` on `l` holds. */
export async function readSums(client: Pick<pg.Client, 'query'>, condition = 'true'): Promise<PayeeSum[]> {
  const { rows } = await client.query<{ sum: PayeeSum }>(`
    select json_build_object('program', s.program, 'payee', s.payee, 'currency', s.currency, 'earned', s.earned,
      'refunded', s.refunded, 'paid', s.paid, 'open', s.earned - s.refunded - s.paid) as sum
    from (
      select coalesce(c.site_program_id, c.program_id) as program,
        coalesce('user ' || l.user_id, 'program ' || l.program_id, 'site') as payee, c.currency::text as currency,
        sum(l.amount)::bigint as earned, sum(l.refunded)::bigint as refunded, coalesce(sum(l.paid), 0)::bigint as paid
      from charge_lines l join charges c on c.id = l.charge_id
      where ${condition}
      group by 1, 2, 3) s
    order by s.program, s.payee, s.currency`);
  return rows.map((row) => row.sum);
}
