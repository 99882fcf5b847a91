/** The program as its own site shows it. Specification: Sites, reads. */
import { z } from 'zod';
import { LOCALES } from '../../../core/locales.ts';
import { siteRoute } from '../../../core/route.ts';
import { answeredLocale, minor, named, siteLocale } from '../../../core/sites/reads.ts';
import { PROGRAM_TEXTS, type ProgramText, SUBSCRIPTION_TYPES } from '../rules.ts';

const text = z.string();

const siteProgram = z.object({
  id: z.int(),
  program_tag: z.string(),
  program_display_name: z.string(),
  support_email: z.string(),
  default_locale: z.enum(LOCALES),
  default_currency: z.string(),
  /** True where users earn and spend coins. */
  lilt_enabled: z.boolean(),
  texts: z.object(
    Object.fromEntries(PROGRAM_TEXTS.map((name) => [name, text])) as Record<ProgramText, typeof text>,
  ),
  tags: z.array(named),
  /** The languages that can be asked for, the program's own first. */
  languages: z.array(z.enum(LOCALES)),
  /** Memberships, by their ids at the payment provider; those that were never set are left out. */
  subscriptions: z.array(
    z.object({
      type: z.enum(SUBSCRIPTION_TYPES),
      product_id: z.string(),
      price_id: z.string(),
      coupon: z.string(),
      /** The price that the provider named when the ids were saved; null where it was not asked, or there are tiers. */
      amount: minor.nullable(),
      currency: z.string().nullable(),
    }),
  ),
});
export type SiteProgram = z.infer<typeof siteProgram>;

export const programReadsContract = {
  program: siteRoute('read', {
    method: 'GET',
    path: 'program',
    summary: 'The program with its texts, tags, languages and memberships',
    input: z.strictObject({ locale: siteLocale }),
    output: z.object({ program: siteProgram, ...answeredLocale }),
    cache: 'public',
  }),
};
