/** Returns the ids in a value: one, a list of them, or a list of links to programs. */
export function referredTo(value: unknown): number[] {
  return (Array.isArray(value) ? value : [value]).flatMap((one: unknown) => idOf(one) ?? []);
}

function idOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  const { program_id } = (value ?? {}) as { program_id?: unknown };
  return typeof program_id === 'number' ? program_id : undefined;
}
