import { describe, expect, test } from 'vitest';
import { classIdsOf, flagOf, guessMapping, localeOf, namesOf, statusOf, typeOf } from './rules.ts';

const guessed = (headers: string, samples: Record<string, string[]> = {}) => {
  const mapping = guessMapping(headers.split(','), samples);
  return Object.fromEntries(Object.entries(mapping).filter(([, field]) => field !== ''));
};

describe('an export of', () => {
  test.each<[string, string, Record<string, string[]>, Record<string, string>]>([
    [
      'Moodle',
      'username,password,firstname,lastname,email,city,lang,timezone,idnumber,description,course1',
      { username: ['ada'] },
      {
        password: 'password',
        firstname: 'first_name',
        lastname: 'last_name',
        email: 'email',
        lang: 'locale',
        timezone: 'timezone',
        idnumber: 'gulfpower_empid',
        description: 'more_about_you',
      },
    ],
    [
      'Canvas',
      'user_id,integration_id,login_id,full_name,sortable_name,short_name,status,declared_user_type',
      { login_id: ['ada@example.org'] },
      {
        integration_id: 'gulfpower_empid',
        login_id: 'email',
        full_name: 'name',
        status: 'status',
        declared_user_type: 'user_type',
      },
    ],
    [
      'Shopify',
      'First Name,Last Name,Email,Accepts Email Marketing,Default Address City,Total Spent,Note',
      {},
      { 'First Name': 'first_name', 'Last Name': 'last_name', Email: 'email', Note: 'more_about_you' },
    ],
    [
      'Stripe',
      'id,Description,Email,Name,Created (UTC),Delinquent',
      {},
      { Description: 'more_about_you', Email: 'email', Name: 'name' },
    ],
    ['a till', 'Card Name,Customer Email', {}, { 'Card Name': 'name', 'Customer Email': 'email' }],
    ['nobody knows', 'a,b,c', { b: ['x@y.z'], c: ['Europe/Berlin'] }, { b: 'email', c: 'timezone' }],
    [
      'two names',
      'Email,Name,First,Surname',
      {},
      { Email: 'email', First: 'first_name', Surname: 'last_name' },
    ],
  ])('%s', (_, headers, samples, mapping) => {
    expect(guessed(headers, samples)).toEqual(mapping);
  });
});

describe('a cell is', () => {
  test('a name', () => {
    expect(['Ada Lovelace', 'Lovelace, Ada', 'Ada', 'Ada King Lovelace'].map(namesOf)).toEqual([
      { first_name: 'Ada', last_name: 'Lovelace' },
      { first_name: 'Ada', last_name: 'Lovelace' },
      { first_name: 'Ada', last_name: '' },
      { first_name: 'Ada King', last_name: 'Lovelace' },
    ]);
  });

  test('a type, a locale, a tick, a status', () => {
    expect(['i', 'Student', 'TEACHER', 'organisation', 'x'].map(typeOf)).toEqual(['I', 'S', 'I', 'O', 'x']);
    expect(['EN', 'pt_br', 'zh-tw', 'zh_Hant_TW', 'xx'].map(localeOf)).toEqual([
      'en',
      'pt',
      'zh-TW',
      'zh-TW',
      'xx',
    ]);
    expect(['Yes', '1', 'FALSE', 'n', '2'].map(flagOf)).toEqual([1, 1, 0, 0, undefined]);
    expect(['0', '2', 'Active', 'suspended', '3', ''].map(statusOf)).toEqual([0, 2, 1, 0, '3', '']);
  });

  test('numbers of classes', () => {
    expect(classIdsOf(' 1, 2;3\t2 ')).toEqual([1, 2, 3]);
    expect(classIdsOf('')).toEqual([]);
    expect(['1 x', '0', '-1', '1.5', '9999999999'].map(classIdsOf)).toEqual([
      'x',
      '0',
      '-1',
      '1.5',
      '9999999999',
    ]);
  });
});
