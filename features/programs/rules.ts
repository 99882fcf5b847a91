/** What a program consists of, alike in browser and server. Specification: Site programs. */

/** The texts of a program's page, in the order in which it shows them. */
export const PROGRAM_TEXTS = [
  'heading_text',
  'subheading_1_text',
  'subheading_2_text',
  'row_1_text',
  'row_2_text',
  'row_3_text',
  'row_4_text',
  'button_text',
] as const;
export type ProgramText = (typeof PROGRAM_TEXTS)[number];

export const SUBSCRIPTION_TYPES = ['month', 'year', 'cancellation'] as const;
export type SubscriptionType = (typeof SUBSCRIPTION_TYPES)[number];

/** In characters: the longest name of a program and of a tag, and the longest id that a payment provider gives. */
export const MAX_NAME = 200;
export const MAX_PROVIDER_ID = 255;
