/** Converts an ISO moment to a value of the field; an empty one stays so. */
export function localOf(at: string): string {
  if (at === '') return '';
  const date = new Date(at);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Converts a value of the field to an ISO moment; empty where it is none. */
export function momentOf(local: string): string {
  const date = new Date(local);
  return local === '' || Number.isNaN(date.getTime()) ? '' : date.toISOString();
}
