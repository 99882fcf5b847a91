type Listed = { count?: number | undefined; noun: string };

/** Describes deleted rows, which the list shows but no other count includes. */
export function deletedWords(
  { count = 0, noun }: Listed,
  deleted: number,
  [one, many]: readonly [string, string],
): string {
  if (deleted === 0) return noun;
  const [rest, gone] = [count - deleted, deleted].map((some) => some.toLocaleString('en-US'));
  return `in all: ${rest} ${count - deleted === 1 ? one : many}, ${gone} deleted`;
}
