import type { EmailTemplate } from '../contract.ts';
import type { Language, Template } from '../rules.ts';

export const TEMPLATE_NAMES: Readonly<Record<Template, string>> = {
  membership_sign_up: 'Membership sign-up',
  membership_sign_up_2_weeks: 'Membership, after two weeks',
  membership_sign_up_anonymous: 'New account',
  sign_up_import: 'New account, imported',
  instructor_payment: 'Payment of an instructor',
  payment_changed: 'Payment settings changed',
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
  if (!from) return `${here}, written here.`;
  const whose = built_in
    ? 'the text that Provost comes with'
    : from.program === 0
      ? 'the global template'
      : `the template of ${program_name}`;
  const words = from.language === language ? '' : `, in ${LANGUAGE_NAMES[from.language]}`;
  return `${here} is not written yet: this is ${whose}${words}. The first save makes its own.`;
}
