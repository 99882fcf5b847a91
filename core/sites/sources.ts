/** Sources of what sites tell: who put a sale, an enrolment or a request there. Specification: Sites. */

export const SOURCES = ['hand', 'site', 'stripe', 'import'] as const;
export type Source = (typeof SOURCES)[number];

export const SOURCE_NAMES: Record<Source, string> = {
  hand: 'By hand',
  site: 'Site',
  stripe: 'Stripe',
  import: 'Import',
};
