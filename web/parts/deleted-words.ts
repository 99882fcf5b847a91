type Listed = { count?: number | undefined; noun: string };

/** What is deleted is in its list and counts nowhere else: so the rest of them is the Dashboard's number. */
export function deletedWords(
  { count = 0, noun }: Listed,
  deleted: number,
  [one, many]: readonly [string, string],
): string {
  if (deleted === 0) return noun;
  const [rest, gone] = [count - deleted, deleted].map((some) => some.toLocaleString('en-US'));
  return `in all: ${rest} ${count - deleted === 1 ? one : many}, ${gone} deleted`;
}
