import type { Conflict, ErrorBody, FieldError, SecondFactorKind } from '../../core/errors.ts';
import { capital } from './form/field-words.ts';

/** Error of every failed call: `status` is 0 where no answer came, `retry_after` in seconds. */
export class Failure extends Error {
  readonly status: number;
  readonly code: string;
  readonly errors: FieldError[];
  readonly conflict: Conflict | null;
  readonly retry_after: number | null;
  readonly count: number | null;
  readonly preview: unknown;
  /** Place where a text stops being acceptable, in characters from 1, and the text there. */
  readonly position: number | null;
  readonly near: string | null;
  readonly factors: readonly SecondFactorKind[];
  readonly request_id: string | null;

  constructor(status: number, body: Partial<ErrorBody> & { message: string }) {
    super(body.message);
    this.name = 'Failure';
    this.status = status;
    this.code = body.code ?? 'UNKNOWN';
    this.errors = body.errors ?? [];
    this.conflict = body.conflict ?? null;
    this.retry_after = body.retry_after ?? null;
    this.count = body.count ?? null;
    this.preview = body.preview ?? null;
    this.position = body.position ?? null;
    this.near = body.near ?? null;
    this.factors = body.factors ?? [];
    this.request_id = body.request_id ?? null;
  }
}

/** Converts any thrown value; one that is not from the server is a bug of this program. */
export function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error;
  return new Failure(0, { message: error instanceof Error ? error.message : 'Something went wrong' });
}

/** Returns messages by field, without the wrapper of the body (`user_data.email` is `email`). */
export function fieldErrorsOf(failure: Failure, wrapper?: string): Record<string, string> {
  const prefix = wrapper ? `${wrapper}.` : '';
  return Object.fromEntries(
    failure.errors.map(({ path, message }) => [
      path.startsWith(prefix) ? path.slice(prefix.length) : path,
      capital(message),
    ]),
  );
}
