/** The mails, their languages, and their placeholders. Specification: Email templates. */
import { must } from '../../core/must.ts';
import {
  ADDRESSES,
  isPlaceholder,
  PLACEHOLDERS,
  type Placeholder,
  placeholdersIn,
  written,
} from './placeholders.ts';

export const TEMPLATES = [
  'membership_sign_up',
  'membership_sign_up_2_weeks',
  'membership_sign_up_anonymous',
  'sign_up_import',
  'instructor_payment',
  'payment_changed',
  'account_cancelled',
  'feedback_notification',
  'password_reset',
] as const;
export type Template = (typeof TEMPLATES)[number];

/** The name of a file that rules choose from: the template of their emails. */
export type RuleFile = `${string}.html`;
export type AnyTemplate = Template | RuleFile;

export const RULE_FILE = /^[a-z0-9]+(?:-[a-z0-9]+)*\.html$/;

export function isRuleFile(template: string): template is RuleFile {
  return RULE_FILE.test(template);
}

const TEMPLATE_NAMES: Readonly<Record<Template, string>> = {
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

/** `title`: of a rule's file. */
export function nameOfTemplate({ template, title }: { template: AnyTemplate; title: string | null }): string {
  return isRuleFile(template) ? (title ?? template) : TEMPLATE_NAMES[template];
}

export const LANGUAGES = ['en', 'es', 'ru', 'zh', 'zh-TW'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The origins of a version; `original`: it stood there before the first recorded save. A deletion has no texts. */
export const VERSION_ACTIONS = ['original', 'create', 'update', 'delete'] as const;

export const LONGEST_SUBJECT = 200;

/** Bytes of HTML or of plain text, in UTF-8. */
export const LARGEST_TEXT_BYTES = 200 * 1024;

export const TEST_ADDRESSES = 'Your own address, another admin’s, or the support email of a program';

export const TESTS_AN_HOUR = 10;

const STUDENT = ['student_first_name', 'student_last_name'] as const;
const INSTRUCTOR = ['instructor_first_name', 'instructor_last_name'] as const;
const SIGN_UP = [...STUDENT, 'program_name', 'program_site_url', 'program_tag', 'content'] as const;
const PAYMENT = [...INSTRUCTOR, 'instructor_profile_url', 'program_name', 'content'] as const;
const ACCOUNT = [...STUDENT, 'program_name', 'program_site_url', 'content'] as const;

export const RULE_PLACEHOLDERS = [...STUDENT, 'program_name', 'program_site_url', 'program_tag'] as const;

/** The placeholders of each template; null: all of them. */
const VALUES: Readonly<Record<Template, readonly Placeholder[] | null>> = {
  membership_sign_up: SIGN_UP,
  membership_sign_up_2_weeks: SIGN_UP,
  membership_sign_up_anonymous: SIGN_UP,
  sign_up_import: SIGN_UP,
  instructor_payment: PAYMENT,
  payment_changed: PAYMENT,
  account_cancelled: ACCOUNT,
  feedback_notification: null,
  password_reset: ACCOUNT,
};

export function placeholdersOf(template: AnyTemplate): readonly Placeholder[] {
  return valuesOf(template) ?? PLACEHOLDERS;
}

/** Returns the reason that a template cannot have this subject, or null: a rule gives the subject of its English emails itself. */
export function subjectFault(
  { template, language }: { template: AnyTemplate; language: Language },
  subject: string,
): string | null {
  if (!isRuleFile(template)) return subject.trim() === '' ? 'Enter a subject' : null;
  return language === 'en' && subject.trim() !== '' ? 'Each rule has its own English subject' : null;
}

/** Returns English for a locale without mails of its own. */
export function languageOf(locale: string): Language {
  return LANGUAGES.find((language) => language === locale) ?? 'en';
}

export function bytesOf(text: string): number {
  let bytes = 0;
  for (const sign of text) {
    const code = must(sign.codePointAt(0), 'code of a sign');
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}

export type Fault = { at: number; length: number; what: string };

/** Returns unknown placeholders and those without a value in this template; without a template only the unknown ones. */
export function placeholderFaults(text: string, template: AnyTemplate | null): Fault[] {
  return placeholdersIn(text).flatMap(({ name, at, length }) => {
    const what = faultOf(name, template);
    return what === null ? [] : [{ at, length, what }];
  });
}

type Piece =
  | { kind: 'element' }
  | { kind: 'attribute'; name: string; value: string; quoted: boolean; address: boolean }
  | { kind: 'style'; value: string };

/** Returns why a placeholder is misplaced, or null: in a style, an unquoted attribute, content in any, or no whole address at the start of one. */
export function misplaced(piece: Piece): string | null {
  if (piece.kind === 'element') return null;
  const found = placeholdersIn(piece.value);
  if (found.length === 0) return null;
  if (piece.kind === 'style' || piece.name === 'style') return "placeholders can't be used in a style";
  if (!piece.quoted) return 'a placeholder needs quotes around it';
  if (found.some(({ name }) => name === 'content'))
    return `${written('content')} can't be used in an attribute`;
  if (!piece.address) return null;
  if (piece.value.length > LONGEST_ADDRESS)
    return `an address can have at most ${LONGEST_ADDRESS} characters`;
  const wrong = found.find(({ name, at }) => !isPlaced(name, piece.value.slice(0, at).trim()));
  return wrong
    ? `${written(wrong.name)} can't be used there because it would set the target of the link`
    : null;
}

/** Characters with placeholders; each of them scans everything before it. */
const LONGEST_ADDRESS = 2000;

/** True where the mail holds a link that only its recipient may have. */
export function isSecret(template: AnyTemplate | null): boolean {
  return template === 'password_reset';
}

function faultOf(name: string, template: AnyTemplate | null): string | null {
  const shown = written(name.slice(0, 60));
  if (!isPlaceholder(name)) return `${shown} is not a placeholder`;
  const known = template === null ? null : valuesOf(template);
  if (known === null || known.includes(name)) return null;
  return `${shown} has no value in ${isRuleFile(template ?? '') ? 'emails of a rule' : template}`;
}

function valuesOf(template: AnyTemplate): readonly Placeholder[] | null {
  return isRuleFile(template) ? RULE_PLACEHOLDERS : VALUES[template];
}

/** True where an address stands first, a program's tag in the host, and other placeholders behind the host. */
function isPlaced(name: string, before: string): boolean {
  if (/^(?:mailto|tel|sms):|^https?:\/\/[^/?#]+[/?#]|^[?#]|^\/[^/]/i.test(before)) return true;
  if (name === 'program_tag' && /^https?:\/\//i.test(before)) return true;
  const [first] = placeholdersIn(before);
  if (first?.at === 0 && ADDRESSES.includes(first.name)) return /[/?#]/.test(before.slice(first.length));
  return before === '' && ADDRESSES.includes(name);
}
