import { z } from 'zod';

/** The most values named where one of several is expected. */
const MOST_VALUES = 12;

const KINDS: Record<string, string> = {
  string: 'must be a text',
  number: 'must be a number',
  int: 'must be a whole number',
  bigint: 'must be a whole number',
  boolean: 'must be true or false',
  array: 'must be a list',
  object: 'must be an object with fields',
  record: 'must be an object with fields',
  date: 'must be a date',
  null: 'must be empty',
};

const FORMATS: Record<string, string> = {
  email: 'must be an email address',
  url: 'must be a web address',
  datetime: 'must be a date and time, as in 2026-01-31T12:00:00Z',
  date: 'must be a date, as in 2026-01-31',
  time: 'must be a time, as in 12:00:00',
  uuid: 'must be a UUID',
};

type Issue = z.core.$ZodRawIssue;

/** Returns a message for an issue whose schema has none: a predicate, before which {@link sentenceOf} puts the field. */
function wordsOfIssue(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'is missing';
      return KINDS[issue.expected] ?? 'has a type that is not accepted';
    case 'too_small':
      return bounded(issue.origin, Number(issue.minimum), issue.inclusive === false ? 'above' : 'at least');
    case 'too_big':
      return bounded(issue.origin, Number(issue.maximum), issue.inclusive === false ? 'below' : 'at most');
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'has the wrong format';
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'unrecognized_keys':
      return `does not take ${issue.keys.map((key) => JSON.stringify(key)).join(', ')}`;
    case 'invalid_value':
      return oneOf(issue.values.map(String));
    default:
      return 'is not one of the accepted values';
  }
}

// For all that is parsed in this process; words of a schema's own go first.
z.config({ customError: wordsOfIssue });

/** Completes a predicate with the name of its field; whole sentences stay. */
export function sentenceOf(path: string, message: string): string {
  return /^\p{Ll}/u.test(message) ? `${fieldInWords(path)} ${message}` : message;
}

/** Names a field: `user_data.program_id` is "Program ID", `translations.1.name` "Name of entry 2", '' "The request". */
export function fieldInWords(path: string): string {
  const steps = path.split('.');
  const at = steps.findLastIndex((step) => !/^\d+$/.test(step));
  const name = steps[at];
  if (!name) return 'The request';
  const inside = steps.slice(at + 1).map(entry);
  const around = steps
    .slice(0, at)
    .filter((step) => /^\d+$/.test(step))
    .map(entry);
  const said = plain(name);
  return [
    ...inside.map((one) => `${capital(one)} of`),
    inside.length > 0 ? said : capital(said),
    ...around.map((one) => `of ${one}`),
  ].join(' ');
}

function entry(step: string): string {
  return `entry ${Number(step) + 1}`;
}

function plain(name: string): string {
  return name
    .replaceAll('_', ' ')
    .replace(/\bids?\b/g, (word) => (word === 'id' ? 'ID' : 'IDs'))
    .replace(/\b(?:usd|iban|bic|url|sql|ach|nft)\b/g, (word) => word.toUpperCase());
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function bounded(origin: string, limit: number, word: 'at least' | 'at most' | 'above' | 'below'): string {
  const shown = limit.toLocaleString('en-US');
  if (origin === 'string')
    return limit === 1 && word === 'at least' ? 'must not be empty' : `must have ${word} ${shown} characters`;
  if (['array', 'set', 'object', 'map'].includes(origin))
    return limit === 1 && word === 'at least' ? 'must not be empty' : `must hold ${word} ${shown} entries`;
  return `must be ${word} ${shown}`;
}

function oneOf(values: readonly string[]): string {
  const shown = values.map((value) => (value === '' ? 'nothing' : value));
  if (shown.length > MOST_VALUES) return 'is not one of the accepted values';
  return shown.length === 1 ? `must be ${shown[0]}` : `must be one of ${shown.join(', ')}`;
}
