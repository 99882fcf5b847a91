import type { EmailTemplate } from '../contract.ts';
import type { Language } from '../rules.ts';

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
