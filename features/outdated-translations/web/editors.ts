import type { Locale } from '../../../core/locales.ts';
import { parseSearch } from '../../../web/ui/address.ts';
import { linkTo } from '../../../web/ui/link-to.ts';
import { NOUNS, type TranslatedNoun } from '../../nouns.ts';
import { nounLabel, type Outdated } from '../contract.ts';

export function keyOf({ noun, id }: Outdated): string {
  return `${noun}-${id}`;
}

export function nameOf({ noun, id, name }: Outdated): string {
  return name || `${nounLabel(noun)} #${id}`;
}

export function editorOf(noun: TranslatedNoun, id: number, language: Locale | undefined) {
  const { screen, languages } = NOUNS[noun];
  const editor = 'editor' in languages ? languages.editor : `${screen}?translations=`;
  const [to = '', search = ''] = `${editor}${id}`.split('?');
  return linkTo(to, { ...parseSearch(search), ...(language && { translate_to: language }) });
}
