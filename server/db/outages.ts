/** A database that is away, told apart from one that refuses. */

/** No connection could be had: the database is away, or all connections stayed in use. */
export class NoConnection extends Error {
  override name = 'NoConnection';
  /** Of PostgreSQL's own for this; it also tells a copy, which some libraries make of errors, from any other error. */
  code = '08001';

  constructor(cause: unknown) {
    super('No connection to the database could be had', { cause });
  }
}

/** The error with which a connection broke is also that of the queries it was carrying. */
const losses = new WeakSet<Error>();

/** For the `error` event of a connection. */
export function noteLoss(error: Error): void {
  losses.add(error);
}

/** True where the database is away; whether a commit that was under way came through, nobody can tell. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof NoConnection || losses.has(error)) return true;
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? OUTAGES.test(code) : UNUSABLE.test(error.message);
}

/** Class 08 is a broken connection, 57P01 to 57P03 a server that ends, crashed or starts, 53300 one that is full. */
const OUTAGES = /^(?:08...|57P0[123]|53300)$/;

/** What the client says of a query that comes after the loss; it gives these errors no code. */
const UNUSABLE = /^Client (?:has encountered a connection error|was closed) and is not queryable$/;
