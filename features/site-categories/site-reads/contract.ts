/** Categories as the site of a program shows them. Specification: Sites, reads. */
import { z } from 'zod';
import { siteRoute } from '../../../core/route.ts';
import { named, siteList, siteListed } from '../../../core/sites/reads.ts';

const siteCategory = named.extend({
  /** 0: no place. */
  display_order: z.int(),
  sub_categories: z.array(named.extend({ display_order: z.int() })),
});
export type SiteCategory = z.infer<typeof siteCategory>;

export const categoryReadsContract = {
  categories: siteRoute('read', {
    method: 'GET',
    path: 'categories',
    summary: 'The categories of classes that the program shows, in its order, with their subcategories',
    input: z.strictObject(siteList),
    output: siteListed('categories', siteCategory),
    cache: 'public',
  }),
};
