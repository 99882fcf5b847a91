import { COIN } from '../../../../core/coins.ts';
import { countryName } from '../../conditions/countries.ts';
import type { ItemDraft } from '../../conditions/drafts.ts';
import type { Condition, FieldName, IdKind } from '../../conditions/fields.ts';
import type { UserType } from '../../conditions/items.ts';

export type NameOf = (of: IdKind, id: number) => string;

/** Stands for what is not chosen yet. */
export const OPEN = '…';

export const PEOPLE: Record<UserType, string> = { S: 'Students', I: 'Instructors', O: 'Organizations' };

export function clauseOf(item: ItemDraft, nameOf: NameOf): string {
  const { field_name, condition, value } = item;
  if (field_name === null || condition === null) return OPEN;
  return CLAUSES[field_name]({ condition, value, currency: item.currency ?? null }, nameOf);
}

type Said = Required<Pick<ItemDraft, 'value' | 'currency'>> & { condition: Condition };
type Clause = (said: Said, nameOf: NameOf) => string;

const CLAUSES: Readonly<Record<FieldName, Clause>> = {
  user_type: ({ condition, value }) =>
    `${condition === 'equals' ? 'are' : 'are not'} ${typeof value === 'string' ? PEOPLE[value].toLowerCase() : OPEN}`,
  membership({ condition, value }) {
    const isSame = condition === 'equals';
    if (value === null) return `${isSame ? 'are' : 'are not'} ${OPEN}`;
    // Two negations are none: not equal to "not a member" is a member.
    return isSame === (value === 1) ? 'are members' : 'are not members';
  },
  dateadded: (said) => `joined ${daysAgo(said)}`,
  membership_at: (said) => `became members ${daysAgo(said)}`,
  lilt_balance: (said) => `${said.condition === 'not_equals' ? 'do not have' : 'have'} ${coinsIn(said)}`,
  lilt_total: (said) =>
    `${said.condition === 'not_equals' ? 'have not' : 'have'} earned ${coinsIn(said)} in total`,
  bought: (said) =>
    happened(said, {
      never: 'have never bought anything',
      ever: 'have bought something',
      recent: 'have bought something',
      quiet: 'have bought nothing',
    }),
  bought_count: (said) =>
    `have ${said.condition === 'not_equals' ? 'not ' : ''}made ${than(said)} ${said.value === 1 ? 'purchase' : 'purchases'}`,
  bought_amount: (said) =>
    `have spent ${comparison(said.condition)} ${said.currency ?? OPEN} ${counted(said.value)}`,
  bought_class: (said, nameOf) =>
    `have ${not(said)}bought ${listed(said, (id) => nameOf('class', Number(id)))}`,
  bought_category: (said, nameOf) =>
    `have ${not(said)}bought a class in ${listed(said, (id) => nameOf('category', Number(id)))}`,
  enrolled_class: (said, nameOf) =>
    `are ${not(said)}enrolled in ${listed(said, (id) => nameOf('class', Number(id)))}`,
  enrolled_category: (said, nameOf) =>
    `are ${not(said)}enrolled in a class in ${listed(said, (id) => nameOf('category', Number(id)))}`,
  country: (said) =>
    `${said.condition === 'none_of' ? 'do not live' : 'live'} in ${listed(said, (code) => inSentence(countryName(String(code))))}`,
  language: (said) =>
    `${said.condition === 'none_of' ? 'do not use' : 'use'} ${listed(said, (code) => languageName(String(code)))}`,
  program: (said, nameOf) =>
    `${said.condition === 'none_of' ? 'do not belong' : 'belong'} to ${listed(said, (id) => nameOf('program', Number(id)))}`,
  last_seen: (said) =>
    happened(said, {
      never: 'have never been seen on the site',
      ever: 'have been seen on the site',
      recent: 'were seen on the site',
      quiet: 'were not seen on the site',
    }),
};

/** "the United States", "Germany". */
function inSentence(country: string): string {
  return WITH_ARTICLE.test(country) ? `the ${country}` : country;
}

const WITH_ARTICLE = /^(?:United |Bahamas|Gambia|Maldives|Netherlands|Philippines)|(?:Islands|Republic)$/;

const inEnglish = new Intl.DisplayNames('en', { type: 'language' });

export function languageName(locale: string): string {
  return inEnglish.of(locale) ?? locale;
}

type Happened = Record<'never' | 'ever' | 'recent' | 'quiet', string>;

function happened({ condition, value }: Said, words: Happened): string {
  if (condition === 'never' || condition === 'ever') return words[condition];
  const since = `in the last ${counted(value)} ${value === 1 ? 'day' : 'days'}`;
  return `${condition === 'in_last_days' ? words.recent : words.quiet} ${since}`;
}

function not({ condition }: Said): string {
  return condition === 'none_of' ? 'not ' : '';
}

function listed({ value }: Said, nameOf: (one: number | string) => string): string {
  const names = Array.isArray(value) ? value.map(nameOf) : [];
  return names.length === 0 ? OPEN : joined(names, 'or');
}

function daysAgo({ condition, value }: Said): string {
  const much = condition === 'days_older_than' ? 'more than' : 'less than';
  return `${much} ${counted(value)} ${value === 1 ? 'day' : 'days'} ago`;
}

function coinsIn(said: Said): string {
  return `${than(said)} ${COIN}`;
}

function than({ condition, value }: Said): string {
  return `${comparison(condition)} ${counted(value)}`;
}

function comparison(condition: Condition): string {
  return condition === 'greater' ? 'more than' : condition === 'less' ? 'less than' : 'exactly';
}

export function counted(value: ItemDraft['value']): string {
  return typeof value === 'number' ? value.toLocaleString('en-US') : OPEN;
}

export function joined(clauses: readonly string[], by: 'and' | 'or'): string {
  const last = clauses.at(-1) ?? '';
  return clauses.length > 1 ? `${clauses.slice(0, -1).join(', ')} ${by} ${last}` : last;
}
