/** The one place that turns errors into answers (api.md, "Wire conventions"). */
import { ORPCError } from '@orpc/server';
import { CODES, type ErrorBody, type FieldError, Refusal, type RefusalStatus } from '../core/errors.ts';
import { isOutage } from './db/outages.ts';
import type { Platform } from './platform.ts';

/** What anybody is told while the database is away. */
export const AWAY = 'The database does not answer at the moment. Try again in a few seconds.';

type Answer = { status: number; body: ErrorBody };

/** What the caller is told. Whatever is not a refusal is our fault: it is logged, and told apart by its request id. */
export function errorAnswer(error: unknown, context: { request_id: string; platform: Platform }): Answer {
  const { request_id } = context;
  if (error instanceof Refusal) {
    return {
      status: error.status,
      body: { message: error.message, code: error.code, ...error.details, request_id },
    };
  }
  if (error instanceof ORPCError && error.status < 500) {
    const errors = fieldErrors(error as ORPCError<string, unknown>);
    const status = error.status as RefusalStatus;
    const first = errors[0];
    const message = first ? `${first.path ? `${first.path}: ` : ''}${first.message}` : error.message;
    return {
      status,
      body: {
        message,
        code: CODES[status] ?? error.code,
        ...(errors.length > 0 ? { errors } : {}),
        request_id,
      },
    };
  }
  const refused = databaseRefusal(error);
  if (refused) return { status: refused.status, body: { ...refused.body, request_id } };
  if (isOutage(error)) {
    context.platform.log.warn({ err: error, request_id }, 'the database does not answer');
    return { status: 503, body: { message: AWAY, code: CODES[503], request_id } };
  }
  context.platform.log.error({ err: error, request_id }, 'request failed');
  return { status: 500, body: { message: 'Something went wrong on our side', code: CODES[500], request_id } };
}

/** The body that an answered error carries; one that never came by `errorAnswer` has its message and code. */
export function answeredBody(error: { data: unknown; message: string; code: string }): ErrorBody {
  return (error.data as ErrorBody | undefined) ?? { message: error.message, code: error.code };
}

function fieldErrors(error: ORPCError<string, unknown>): FieldError[] {
  const data = error.data as
    | { issues?: { path?: (PropertyKey | { key: PropertyKey })[]; message: string }[] }
    | undefined;
  return (data?.issues ?? []).slice(0, 20).map(({ path = [], message }) => ({
    path: path.map((step) => String(typeof step === 'object' ? step.key : step)).join('.'),
    message,
  }));
}

/** Two people at once can pass the same check; then the database refuses the second, and that is no fault of ours. */
function databaseRefusal(error: unknown): Answer | null {
  switch ((error as { code?: unknown } | null)?.code) {
    case '23505':
      return {
        status: 409,
        body: { message: 'Somebody else has just saved the same. Load it again.', code: CODES[409] },
      };
    case '40001':
    case '40P01':
      return {
        status: 409,
        body: { message: 'Somebody else was saving at the same moment. Try again.', code: CODES[409] },
      };
    default:
      return null;
  }
}
