/** Classes and bundles as the site of a program shows them. Specification: Sites, reads. */
import { z } from 'zod';
import { idFilter, pathId, textFilter } from '../../../core/fields.ts';
import { siteRoute } from '../../../core/route.ts';
import {
  answeredLocale,
  minor,
  named,
  siteImage,
  siteList,
  siteListed,
  siteLocale,
} from '../../../core/sites/reads.ts';

const siteClass = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  additional_info: z.string(),
  type: z.enum(['class', 'bundle']),
  /** The price on this site: the program's discount is off. */
  price: minor,
  full_price: minor,
  currency: z.string(),
  /** False where the program shows a class of its own that cannot be bought there now: a sale of it would be a 404. */
  for_sale: z.boolean(),
  featured: z.boolean(),
  /** 0: no place. */
  display_order: z.int(),
  tags: z.array(named),
  /** Null also where the program does not show the category. */
  category: named.nullable(),
  sub_category: named.nullable(),
  instructor: named.nullable(),
  image: siteImage,
  /** The classes of a bundle that the program shows, in the bundle's order; a class has none. */
  classes: z.array(named).optional(),
});
export type SiteClass = z.infer<typeof siteClass>;

export const classReadsContract = {
  classes: siteRoute('read', {
    method: 'GET',
    path: 'classes',
    summary: 'The classes and bundles that the program shows, in its order',
    input: z.strictObject({
      ...siteList,
      type: z.enum(['class', 'bundle', '']).optional().default(''),
      category_id: idFilter,
      q: textFilter,
    }),
    output: siteListed('classes', siteClass),
    cache: 'public',
  }),
  class: siteRoute('read', {
    method: 'GET',
    path: 'classes/{id}',
    summary: 'A class or bundle that the program shows',
    input: z.strictObject({ id: pathId, locale: siteLocale }),
    output: z.object({ class: siteClass, ...answeredLocale }),
    cache: 'public',
  }),
};
