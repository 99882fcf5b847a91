/** No connection to be had: the database is unreachable, or all connections stayed in use. */
export class NoConnection extends Error {
  override name = 'NoConnection';
  /** PostgreSQL's own code for this; it survives libraries that copy errors. */
  code = '08001';

  constructor(cause: unknown) {
    super('No connection to the database could be had', { cause });
  }
}

/** Errors that broke a connection, which its queries then report too. */
const losses = new WeakSet<Error>();

export function noteLoss(error: Error): void {
  losses.add(error);
}

/** True where the database is unreachable; a commit under way may or may not have succeeded. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof NoConnection || losses.has(error)) return true;
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? OUTAGES.test(code) : UNUSABLE.test(error.message);
}

/** Class 08 is a broken connection, 57P01 to 57P03 a server that ends, crashed or starts, 53300 a full one. */
const OUTAGES = /^(?:08...|57P0[123]|53300)$/;

/** The client's message for a query after the loss; such errors have no code. */
const UNUSABLE = /^Client (?:has encountered a connection error|was closed) and is not queryable$/;

/** True where the transaction met another in a circle of locks and was chosen to give way: it may be tried again. */
export function isDeadlock(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === '40P01';
}

/** True where a statement was ended because it took too long; its transaction has done nothing. */
export function isTimeout(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === '57014';
}
