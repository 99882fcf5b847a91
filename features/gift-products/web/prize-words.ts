const MOST_NAMED = 2;

/** Returns the events of some products: "“Spring draw”, “Summer draw” and 3 other events". */
export function prizeOf(products: readonly { prize_of: readonly string[] }[]): string {
  const names = products.flatMap(({ prize_of }) => prize_of);
  const named = names.slice(0, MOST_NAMED).map((name) => `“${name}”`);
  const others = names.length - named.length;
  if (others > 0) return `${named.join(', ')} and ${others} other ${others === 1 ? 'event' : 'events'}`;
  return named.join(' and ');
}
