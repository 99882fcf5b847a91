/** Refusals: the one way in which server code says no. Specification: Wire conventions. */

export type RefusalStatus = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 503;

/** A field of the body that was refused: where it stands (`commission.0.code`) and why. */
export type FieldError = { path: string; message: string };

/** Who changed a row since it was read, and when (ISO 8601): part of a 409. */
export type Conflict = { changed_by: string | null; changed_at: string };

export type ErrorBody = {
  message: string;
  code: string;
  errors?: FieldError[];
  conflict?: Conflict;
  retry_after?: number;
  /** How many rows a filter matches by now: part of a 409. */
  count?: number;
  /** What a press would do by now: part of a 409. */
  preview?: unknown;
  /** Where a text stops being acceptable, in characters from 1, and what stands there: part of a 400. */
  position?: number;
  near?: string;
  request_id?: string;
};

export type RefusalDetails = Pick<
  ErrorBody,
  'errors' | 'conflict' | 'retry_after' | 'count' | 'preview' | 'position' | 'near'
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

/** Ends the request with this status; the message is what the person sees. */
export function refuse(status: RefusalStatus, message: string, details?: RefusalDetails): never {
  throw new Refusal(status, message, details);
}

/** Refuses one field of the body with a 400 that names it. */
export function refuseField(path: string, message: string): never {
  refuse(400, message, { errors: [{ path, message }] });
}

/** What a save that read an older row is told: {@link refuseOvertaken}. */
export const CHANGED = 'changed this since you opened it';

/** A 409 that names who was first: "ann@example.com has approved this already". */
export function conflict(has: string, conflict: Conflict): never {
  refuse(409, `${conflict.changed_by ?? 'Somebody else'} has ${has}`, { conflict });
}

/** 429 with the seconds to wait, said in minutes behind what there was too much of. */
export function refuseForNow(what: string, seconds: number): never {
  const minutes = Math.ceil(seconds / 60);
  const words = minutes === 1 ? 'a minute' : `${minutes} minutes`;
  refuse(429, `${what} Try again in ${words}.`, { retry_after: seconds });
}

/** A row that is not there or not the caller's to see: the two are not told apart. */
export function notFound(): never {
  refuse(404, 'Not found');
}

export const CODES: Record<RefusalStatus | 408 | 500, string> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  408: 'REQUEST_TIMEOUT',
  409: 'CONFLICT',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  429: 'TOO_MANY_REQUESTS',
  500: 'INTERNAL_SERVER_ERROR',
  503: 'SERVICE_UNAVAILABLE',
};

/** What people are told where a constraint of the database refuses, by its name. */
export type ConstraintTexts = Readonly<Record<string, string>>;
