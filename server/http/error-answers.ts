/** Converts errors to answers, in one place (specification: Wire conventions). */
import { ORPCError } from '@orpc/server';
import { CODES, type ErrorBody, type FieldError, Refusal, type RefusalStatus } from '../../core/errors.ts';
import { isOutage, isTimeout } from '../db/outages.ts';
import type { Platform } from '../platform.ts';
import { databaseRefusal } from './database-refusals.ts';
import { sentenceOf } from './issue-words.ts';

/** Message while the database is unreachable. */
export const AWAY = 'The database is not responding. Try again in a few seconds.';

/** Message where a statement took longer than a request may wait for it. */
export const TOO_LONG =
  'This took too long and was stopped; nothing was changed. Try again, or ask for less at once.';

/** Characters of a field's message and of its path: both may quote the input, however long. */
const LONGEST_WORDS = 200;

type Answer = { status: number; body: ErrorBody };

/** Returns the answer to an error. Anything but a refusal is our fault: logged, and found by its request id. */
export function errorAnswer(error: unknown, context: { request_id: string; platform: Platform }): Answer {
  const { request_id } = context;
  if (error instanceof Refusal) {
    return {
      status: error.status,
      body: { message: wordsOf(error), code: error.code, ...error.details, request_id },
    };
  }
  if (error instanceof ORPCError && error.status < 500) {
    const errors = fieldErrors(error as ORPCError<string, unknown>);
    const status = error.status as RefusalStatus;
    const first = errors[0];
    const message = first ? sentenceOf(first.path, first.message) : error.message;
    return {
      status,
      body: {
        message: cut(message),
        code: CODES[status] ?? error.code,
        ...(errors.length > 0 ? { errors } : {}),
        request_id,
      },
    };
  }
  const refused = databaseRefusal(error);
  if (refused) {
    const { status, ...body } = refused;
    context.platform.log.warn({ err: error, request_id }, 'refused by the database');
    return { status, body: { ...body, request_id } };
  }
  if (isOutage(error)) {
    context.platform.log.warn({ err: error, request_id }, 'the database does not answer');
    return { status: 503, body: { message: AWAY, code: CODES[503], request_id } };
  }
  if (isTimeout(error)) {
    context.platform.log.warn({ err: error, request_id }, 'a statement took too long');
    return { status: 503, body: { message: TOO_LONG, code: CODES[503], request_id } };
  }
  context.platform.log.error({ err: error, request_id }, 'request failed');
  return { status: 500, body: { message: 'Something went wrong on our side', code: CODES[500], request_id } };
}

/** Puts the field before a message that is a mere predicate. */
function wordsOf({ message, details }: Refusal): string {
  const [first] = details.errors ?? [];
  return first?.message === message ? sentenceOf(first.path, message) : message;
}

function fieldErrors(error: ORPCError<string, unknown>): FieldError[] {
  const data = error.data as
    | { issues?: { path?: (PropertyKey | { key: PropertyKey })[]; message: string }[] }
    | undefined;
  return (data?.issues ?? []).slice(0, 20).map(({ path = [], message }) => ({
    path: cut(path.map((step) => String(typeof step === 'object' ? step.key : step)).join('.')),
    message: cut(message),
  }));
}

function cut(text: string): string {
  return text.length > LONGEST_WORDS ? `${text.slice(0, LONGEST_WORDS - 1).toWellFormed()}…` : text;
}
