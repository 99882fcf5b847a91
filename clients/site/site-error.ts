/** Error that a call throws which did not succeed. Specification: Sites, the client. */

/** A refused field of an object that was told: its path, and the reason as a code and in words. */
export type ItemError = { path: string; code?: string; message: string };

/** Refusal of a call, or its want of an answer: then `status` is 0, `code` is `NO_ANSWER` and `cause` says why. */
export class SiteError extends Error {
  override readonly name = 'SiteError';
  readonly status: number;
  /** `REFERENCE_TAKEN`, `NOT_FOUND` …; `HTTP_502` where something on the way answered in its own words. */
  readonly code: string;
  readonly errors: ItemError[];
  /** Seconds to wait, where the answer says so. */
  readonly retry_after: number | undefined;
  /** Id by which the office finds the call in its log. */
  readonly request_id: string | undefined;

  constructor(status: number, { message, code, errors, retry_after, request_id, cause }: Told) {
    super(message ?? `Provost answered ${status}`, cause === undefined ? undefined : { cause });
    this.status = status;
    this.code = code ?? `HTTP_${status}`;
    this.errors = errors ?? [];
    this.retry_after = retry_after;
    this.request_id = request_id;
  }

  /** Reads an answer of the office, or of whatever stands before it. */
  static of({ status, headers }: Response, body: unknown): SiteError {
    const seconds = headers.get('retry-after');
    const wait = seconds !== null && /^\d+$/.test(seconds) ? Number(seconds) : undefined;
    return new SiteError(status, { retry_after: wait, ...(body as Told) });
  }

  static withoutAnswer(cause: unknown): SiteError {
    return new SiteError(0, { message: 'Provost did not answer', code: 'NO_ANSWER', cause });
  }
}

type Told = {
  message?: string;
  code?: string;
  errors?: ItemError[];
  retry_after?: number | undefined;
  request_id?: string;
  cause?: unknown;
};
