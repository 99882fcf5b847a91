/** Parses a typed id, with or without its #; 0 where it is none. */
export function typedId(typed: string): number {
  return Number(/^#?(\d{1,9})$/.exec(typed)?.[1] ?? 0);
}
