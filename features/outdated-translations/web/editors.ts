import type { Locale } from '../../../core/locales.ts';
import { parseSearch } from '../../../web/ui/address.ts';
import { capital } from '../../../web/ui/form/field-words.ts';
import { linkTo } from '../../../web/ui/link-to.ts';
import { NOUNS, type TranslatedNoun } from '../../nouns.ts';
import type { Outdated } from '../contract.ts';

/** Returns what the list calls a noun. */
export function nounLabel(noun: TranslatedNoun): string {
  const declared = NOUNS[noun];
  return 'label' in declared ? declared.label : capital(declared.word);
}

/** Returns the key of a row: ids are those of its noun. */
export function keyOf({ noun, id }: Outdated): string {
  return `${noun}-${id}`;
}

/** Returns what a row is called. */
export function nameOf({ noun, id, name }: Outdated): string {
  return name || `${nounLabel(noun)} #${id}`;
}

/** Returns link props to the translations of a row, at that language. */
export function editorOf(noun: TranslatedNoun, id: number, language: Locale | undefined) {
  const { screen, languages } = NOUNS[noun];
  const editor = 'editor' in languages ? languages.editor : `${screen}?translations=`;
  const [to = '', search = ''] = `${editor}${id}`.split('?');
  return linkTo(to, { ...parseSearch(search), ...(language && { translate_to: language }) });
}
