/** Gift products as the site of a program shows them. Specification: Sites, reads. */
import { z } from 'zod';
import { textFilter } from '../../../core/fields.ts';
import { siteRoute } from '../../../core/route.ts';
import { minor, named, siteImage, siteList, siteListed } from '../../../core/sites/reads.ts';
import { PRODUCT_TYPES } from '../rules.ts';

const siteProduct = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  type: z.enum(PRODUCT_TYPES),
  /** Money that the product is; null for all else. */
  amount: minor.nullable(),
  currency: z.string().nullable(),
  /** The class that the product is; null for all else, and where the program does not show it. */
  class: named.nullable(),
  image: siteImage,
});
export type SiteProduct = z.infer<typeof siteProduct>;

export const productReadsContract = {
  products: siteRoute('read', {
    method: 'GET',
    path: 'products',
    summary: 'The gift products that are assigned to the program',
    input: z.strictObject({ ...siteList, q: textFilter }),
    output: siteListed('products', siteProduct),
    cache: 'public',
  }),
};
