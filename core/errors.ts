/** Refusals: how server code ends a request. Specification: Wire conventions. */

export type RefusalStatus = 400 | 401 | 403 | 404 | 409 | 410 | 413 | 415 | 429 | 503;

/** A refused field of the body: its path (`commission.0.code`) and the reason. */
export type FieldError = { path: string; message: string };

/** The author and moment (ISO 8601) of a change since the row was read: part of a 409. */
export type Conflict = { changed_by: string | null; changed_at: string };

export type ErrorBody = {
  message: string;
  code: string;
  errors?: FieldError[];
  conflict?: Conflict;
  retry_after?: number;
  /** Number of rows that a filter matches now: part of a 409. */
  count?: number;
  /** Preview of what the action would do now: part of a 409. */
  preview?: unknown;
  /** Place where a text stops being acceptable, in characters from 1, and the text there: part of a 400. */
  position?: number;
  near?: string;
  /** Second factors that an account may show: part of the 401 that asks for one. */
  factors?: SecondFactorKind[];
  request_id?: string;
};

export type SecondFactorKind = 'one_time_code' | 'passkey' | 'recovery_code';

export type RefusalDetails = Pick<
  ErrorBody,
  'errors' | 'conflict' | 'retry_after' | 'count' | 'preview' | 'position' | 'near' | 'factors'
> & {
  code?: string;
};

export class Refusal extends Error {
  readonly status: RefusalStatus;
  readonly code: string;
  readonly details: Omit<RefusalDetails, 'code'>;

  constructor(status: RefusalStatus, message: string, { code, ...details }: RefusalDetails = {}) {
    super(message);
    this.status = status;
    this.code = code ?? CODES[status];
    this.details = details;
  }
}

/** Code of the 401 that asks for a second factor, and of the 403 that asks to set one up. */
export const SECOND_FACTOR = 'SECOND_FACTOR';
export const SECOND_FACTOR_NEEDED = 'SECOND_FACTOR_NEEDED';

/** Code of the 401 that asks who calls again. */
export const STEP_UP = 'STEP_UP';
export const ASK_AGAIN = 'Enter your password again to go on';

/** Ends the request with this status; the message is shown to the person. */
export function refuse(status: RefusalStatus, message: string, details?: RefusalDetails): never {
  throw new Refusal(status, message, details);
}

export function refuseField(path: string, message: string): never {
  refuse(400, message, { errors: [{ path, message }] });
}

/** Message to a save that read an older row: {@link conflict}. */
export const CHANGED = 'changed this since you opened it';
/** The same of the order of a program. */
export const CHANGED_ORDER = 'changed the order since you opened it';
/** Messages to whoever archives or restores a record after another admin. */
export const ARCHIVED = 'archived this already';
export const RESTORED = 'restored this already';
/** Message to whoever restores what is not archived, by whomever it was changed last. */
export const NOT_ARCHIVED = 'This is not archived, so there is nothing to restore';
/** Message to the undo of a switch that stands as before already. */
export const SWITCHED = 'Another admin has already switched this back';

/** Refuses with a 409 that names who was first: "ann@example.com has approved this already". */
export function conflict(has: string, conflict: Conflict): never {
  refuse(409, `${conflict.changed_by ?? 'Another admin'} has ${has}`, { conflict });
}

/** Refuses with a 429 and the seconds to wait; the message says minutes. */
export function refuseForNow(what: string, seconds: number): never {
  const minutes = Math.ceil(seconds / 60);
  const words = minutes === 1 ? 'a minute' : `${minutes} minutes`;
  refuse(429, `${what} Try again in ${words}.`, { retry_after: seconds });
}

/** Refuses a row that does not exist and one that the caller may not see alike. */
export function notFound(): never {
  refuse(404, 'Not found');
}

/** {@link notFound} to the site of a program: says which id of its call is not there, or not the program's. */
export function notFoundAt(path: string): never {
  refuse(404, 'Not found', { errors: [{ path, message: 'is not there' }] });
}

export const CODES: Record<RefusalStatus | 408 | 500, string> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  408: 'REQUEST_TIMEOUT',
  409: 'CONFLICT',
  410: 'GONE',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  429: 'TOO_MANY_REQUESTS',
  500: 'INTERNAL_SERVER_ERROR',
  503: 'SERVICE_UNAVAILABLE',
};

export type ConstraintTexts = Readonly<Record<string, string>>;
