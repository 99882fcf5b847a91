/** Characters of the text that a fault repeats. */
export const NEAR = 40;

/** A fault in SQL text; `position` counts characters from 1. */
export class SqlFault extends Error {
  readonly position: number;
  readonly near: string;

  constructor(message: string, position: number, near: string) {
    super(message);
    this.position = position;
    this.near = near;
  }
}

/** A fault at a place that PostgreSQL counts in bytes. */
export function faultAt(sql: string, byte: number, message: string): SqlFault {
  const before = Buffer.from(sql, 'utf8').subarray(0, Math.max(byte, 0)).toString('utf8');
  return faultAfter(sql, Array.from(before).length, message);
}

export function faultAfter(sql: string, characters: number, message: string): SqlFault {
  const rest = Array.from(sql).slice(characters);
  return new SqlFault(message, characters + 1, rest.slice(0, NEAR).join('').split(/\s/, 1)[0] ?? '');
}
