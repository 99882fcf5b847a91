import type { EmailTemplate } from '../contract.ts';
import type { Language, Template } from '../rules.ts';

export const TEMPLATE_NAMES: Readonly<Record<Template, string>> = {
  membership_sign_up: 'Membership sign-up',
  membership_sign_up_2_weeks: 'Membership, after two weeks',
  membership_sign_up_anonymous: 'New account',
  sign_up_import: 'New account, imported',
  instructor_payment: 'Instructor payment',
  payment_changed: 'Payout details changed',
  account_cancelled: 'Account cancelled',
  feedback_notification: 'Feedback received',
  password_reset: 'Password reset',
};

export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  es: 'Spanish',
  ru: 'Russian',
  zh: 'Chinese, simplified',
  'zh-TW': 'Chinese, traditional',
};

export function originOf(
  { program, language, inherited_from: from, built_in }: EmailTemplate,
  program_name: string,
): string {
  const here = `${program === 0 ? 'The global template' : program_name} in ${LANGUAGE_NAMES[language]}`;
  if (!from) return `${here}, own template.`;
  const whose = built_in
    ? 'the built-in template'
    : from.program === 0
      ? 'the global template'
      : `the template of ${program_name}`;
  const words = from.language === language ? '' : `, in ${LANGUAGE_NAMES[from.language]}`;
  return `Using ${whose}${words}. Saving creates a version for ${here}.`;
}
