/** Rows of one statement streamed by PostgreSQL's COPY at the reader's pace. Specification: Exports. */
import { Readable } from 'node:stream';
import { PostgresQueryCompiler, type RawBuilder } from 'kysely';
import pg from 'pg';

/** Bytes per chunk: single rows would cost more than their content. */
const PIECE_BYTES = 256 * 1024;

/** Rows of `statement` as CSV, each ended by CRLF, `onRow` for each. Pass it to `client.query`; read it to its end, or close the connection. */
export class CopiedRows extends Readable implements pg.Submittable {
  private readonly statement: string;
  private readonly onRow: () => void;
  private socket: Readable | undefined;
  private piece = Buffer.allocUnsafe(PIECE_BYTES);
  private filled = 0;

  constructor(statement: RawBuilder<unknown>, onRow: () => void) {
    super({ highWaterMark: 4 * PIECE_BYTES });
    this.statement = `copy (${inlined(statement)}) to stdout (format csv, encoding 'UTF8')`;
    this.onRow = onRow;
  }

  submit(connection: pg.Connection): void {
    const wire = connection as unknown as { query(text: string): void; stream: Readable };
    this.socket = wire.stream;
    wire.query(this.statement);
  }

  override _read(): void {
    this.socket?.resume();
  }

  /** Handles one row: the protocol delivers rows singly, so that a line break in quotes does not matter. */
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    this.onRow();
    const length = chunk.length - 1;
    if (this.filled + length + 2 > PIECE_BYTES) this.flush();
    if (length + 2 > PIECE_BYTES) {
      this.hand(Buffer.concat([chunk.subarray(0, length), CRLF]));
      return;
    }
    this.filled += chunk.copy(this.piece, this.filled, 0, length);
    this.filled += CRLF.copy(this.piece, this.filled);
  }

  handleCommandComplete(): void {
    this.flush();
  }

  handleReadyForQuery(): void {
    this.push(null);
  }

  handleError(error: Error): void {
    this.destroy(error);
  }

  private flush(): void {
    if (this.filled === 0) return;
    this.hand(this.piece.subarray(0, this.filled));
    this.piece = Buffer.allocUnsafe(PIECE_BYTES);
    this.filled = 0;
  }

  private hand(bytes: Buffer): void {
    if (!this.push(bytes)) this.socket?.pause();
  }
}

const CRLF = Buffer.from('\r\n');

/** Inlines the parameters, escaped by PostgreSQL's own rules, since COPY takes none. */
export function inlined(statement: RawBuilder<unknown>): string {
  const compiler = new InliningCompiler();
  return compiler.compileQuery(statement.toOperationNode() as never, { queryId: 'copy' } as never).sql;
}

class InliningCompiler extends PostgresQueryCompiler {
  protected override appendValue(value: unknown): void {
    this.append(literalOf(value));
  }
}

function literalOf(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'boolean') return String(value);
  // In brackets: a minus behind a minus would begin a comment.
  if (typeof value === 'number' && Number.isFinite(value)) return `(${value})`;
  if (typeof value === 'string') return pg.escapeLiteral(value);
  throw new TypeError(`${typeof value} has no place in a statement of an export`);
}
