import type { Locale } from '../../../core/locales.ts';
import type { NounDeclaration } from '../../../core/noun.ts';
import { parseSearch } from '../../../web/ui/address.ts';
import { capital } from '../../../web/ui/form/field-words.ts';
import { linkTo } from '../../../web/ui/link-to.ts';
import { NOUNS, type TranslatedNoun } from '../../nouns.ts';

/** Returns what the list calls a noun. */
export function nounLabel(noun: TranslatedNoun): string {
  const { label, word }: NounDeclaration = NOUNS[noun];
  return label ?? capital(word);
}

/** Returns link props to the translations of a row, at that language. */
export function editorOf(noun: TranslatedNoun, id: number, language: Locale | undefined) {
  const { screen = '', languages }: NounDeclaration = NOUNS[noun];
  const [to = '', search = ''] = `${languages?.editor ?? `${screen}?translations=`}${id}`.split('?');
  return linkTo(to, { ...parseSearch(search), ...(language && { translate_to: language }) });
}
