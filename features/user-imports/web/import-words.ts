export const SWITCH_WORDS = {
  import_create: 'Create new users',
  import_update: 'Update existing users',
  import_send_email: 'Send welcome email',
  import_class_enrol: 'Enrol in classes',
} as const;
export type Switch = keyof typeof SWITCH_WORDS;
export const SWITCH_NAMES = Object.keys(SWITCH_WORDS) as Switch[];
