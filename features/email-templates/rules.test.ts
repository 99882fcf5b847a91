import { describe, expect, test } from 'vitest';
import { PLACEHOLDERS, written } from './placeholders.ts';
import { bytesOf, languageOf, misplaced, placeholderFaults, placeholdersOf, TEMPLATES } from './rules.ts';

test('each mail has values of its own, the notice of feedback all of them', () => {
  const counts = TEMPLATES.map((template) => [template, placeholdersOf(template).length]);
  expect(Object.fromEntries(counts)).toEqual({
    membership_sign_up: 6,
    membership_sign_up_2_weeks: 6,
    membership_sign_up_anonymous: 6,
    sign_up_import: 6,
    instructor_payment: 5,
    payment_changed: 5,
    account_cancelled: 5,
    feedback_notification: 13,
    password_reset: 5,
  });
});

test('what is unknown or has no value is named', () => {
  const text = '::[[class_name]]:: ::[[nobody]]:: [[::content::]]';
  expect(placeholderFaults(text, 'password_reset')).toEqual([
    { at: 0, length: 18, what: '::[[class_name]]:: has no value in password_reset' },
    { at: 19, length: 14, what: '::[[nobody]]:: is not a placeholder' },
  ]);
  expect(placeholderFaults(text, null)).toHaveLength(1);
  expect(placeholderFaults(PLACEHOLDERS.map(written).join(''), 'feedback_notification')).toEqual([]);
});

test('languages beyond the five of mail are English', () => {
  expect(['zh-TW', 'zh', 'pt', '', 'constructor'].map(languageOf)).toEqual(['zh-TW', 'zh', 'en', 'en', 'en']);
});

test('bytes are those of UTF-8', () => {
  for (const text of ['', 'a', 'é', '€', '💶', 'a\u{10ffff}é'])
    expect(bytesOf(text)).toBe(Buffer.byteLength(text));
});

describe('where a placeholder may stand', () => {
  const inAddress = (value: string) =>
    misplaced({ kind: 'attribute', name: 'href', value, quoted: true, address: true }) === null;
  test.each([
    ['::[[class_url]]::', true],
    ['[[::class_url::]]#top', true],
    ['::[[program_site_url]]::/?name=::[[student_first_name]]::', true],
    ['https://::[[program_tag]]::.example.org/', true],
    ['https://example.org/::[[student_first_name]]::', true],
    ['https://example.org?to=::[[class_url]]::', true],
    ['mailto:help@example.org?subject=::[[class_name]]::', true],
    ['::[[program_tag]]::', false],
    ['::[[student_first_name]]::', false],
    ['java::[[student_first_name]]::', false],
    ['java::[[class_url]]::', false],
    ['https://::[[student_first_name]]::.example.org/', false],
    ['https:::[[student_first_name]]::', false],
    ['//::[[student_first_name]]::', false],
    ['/::[[student_first_name]]::', false],
    ['::[[program_site_url]]::::[[student_first_name]]::', false],
    ['https://example.org/::[[content]]::', false],
  ])('%s: %s', (value, fits) => {
    expect(inAddress(value)).toBe(fits);
  });

  test('in quotes, and in no style', () => {
    const value = written('class_name');
    const title = { kind: 'attribute', name: 'title', value, address: false } as const;
    expect(misplaced({ ...title, quoted: true })).toBeNull();
    expect(misplaced({ ...title, quoted: false })).toBe('a placeholder needs quotes around it');
    expect(misplaced({ ...title, quoted: true, value: written('content') })).toMatch(
      /content.*can't be used in an attribute/,
    );
    expect(misplaced({ ...title, name: 'style', quoted: true })).toBe(
      "placeholders can't be used in a style",
    );
    expect(misplaced({ kind: 'style', value })).toBe("placeholders can't be used in a style");
    expect(misplaced({ kind: 'style', value: 'p {}' })).toBeNull();
  });
});
