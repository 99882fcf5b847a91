/** Landing pages as the site of a program shows them. Specification: Sites, reads. */
import { z } from 'zod';
import { text } from '../../../core/fields.ts';
import { siteRoute } from '../../../core/route.ts';
import { answeredLocale, siteList, siteListed, siteLocale } from '../../../core/sites/reads.ts';

const sitePage = z.object({
  /** Begins with a slash. */
  path: z.string(),
  title: z.string(),
  keywords: z.string(),
  description: z.string(),
});
export type SitePage = z.infer<typeof sitePage>;

export const pageReadsContract = {
  pages: siteRoute('read', {
    method: 'GET',
    path: 'pages',
    summary: 'The landing pages of the program',
    input: z.strictObject(siteList),
    output: siteListed('pages', sitePage),
    cache: 'public',
  }),
  page: siteRoute('read', {
    method: 'GET',
    path: 'pages/{+path}',
    summary: 'A landing page by its path, with or without its first slash, as HTML without scripts',
    input: z.strictObject({ path: text(500), locale: siteLocale }),
    output: z.object({ page: sitePage.extend({ html: z.string() }), ...answeredLocale }),
    cache: 'public',
  }),
};
