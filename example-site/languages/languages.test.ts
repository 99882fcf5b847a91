import { describe, expect, test } from 'vitest';
import { LOCALES } from '../../core/locales.ts';
import { en, type Texts } from './en.ts';
import { fill, formatsOf } from './formats.ts';
import { directionOf, languageOf, nameOf, textsIn } from './languages.ts';

const placesOf = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted();
const keys = Object.keys(en) as (keyof Texts)[];

describe.each(LOCALES)('%s', (language) => {
  test('has every text, with the places of the English one', () => {
    const texts = textsIn(language);
    expect(keys.filter((key) => !texts[key].trim())).toEqual([]);
    expect(keys.map((key) => placesOf(texts[key]))).toEqual(keys.map((key) => placesOf(en[key])));
  });

  test('is no copy of English', () => {
    const same = keys.filter((key) => textsIn(language)[key] === en[key]);
    expect(same.length).toBeLessThanOrEqual(language === 'en' ? keys.length : 20);
    expect(nameOf(language)).not.toBe(language);
  });
});

test('three are written from the right', () => {
  expect(LOCALES.filter((language) => directionOf(language) === 'rtl').toSorted()).toEqual([
    'ar',
    'he',
    'ur',
  ]);
});

test.each([
  ['https://site.example/?locale=de', {}, 'de'],
  ['https://site.example/?locale=xx', {}, 'en'],
  ['https://site.example/', { cookie: 'locale=ja' }, 'ja'],
  ['https://site.example/?locale=de', { cookie: 'locale=ja' }, 'de'],
  ['https://site.example/', { 'accept-language': 'fr;q=0.5, de-AT;q=0.9' }, 'de'],
  ['https://site.example/', { 'accept-language': 'zh-Hant-HK' }, 'zh-TW'],
  ['https://site.example/', { 'accept-language': 'fil, en' }, 'tl'],
  ['https://site.example/', { 'accept-language': ',;q=x, *' }, 'en'],
] as const)('%s with %j is read in %s', (url, headers, language) => {
  expect(languageOf(new Request(url, { headers }), LOCALES, 'en')).toBe(language);
});

test('a language that the program does not speak is not shown', () => {
  expect(languageOf(new Request('https://site.example/?locale=de'), ['en', 'fr'], 'fr')).toBe('fr');
});

test('the sign of a currency keeps its order among words from the right', () => {
  expect(formatsOf('ar', 'UTC').money(4999, 'USD')).toContain('\u200eUS$\u200e');
  expect(formatsOf('en', 'UTC').money(4999, 'USD')).toBe('$49.99');
});

test('money has the decimals of its currency, and moments the visitor’s time zone', () => {
  const german = formatsOf('de', 'Europe/Berlin');
  expect(german.money(4999, 'EUR')).toBe('49,99\u00a0€');
  expect(german.money(4999, 'JPY')).toBe('4.999\u00a0¥');
  expect(german.moment('2027-03-01T23:30:00Z')).toMatch(/^2\. März 2027.*00:30.*MEZ$/);
  expect(formatsOf('de', 'no/zone').moment('2027-03-01T23:30:00Z')).toMatch(/^1\. März 2027.*23:30.*UTC$/);
  expect(german.momentForStaff('2027-03-01T23:30:00Z')).toMatch(/^March 2, 2027 at 12:30.*AM GMT\+1$/);
  expect(german.month('2027-03')).toBe('März 2027');
  expect(fill('{n} of {m}', { n: '1' })).toBe('1 of ');
});
