/** A deterministic generator, so that two demo databases are alike. */

export type Random = {
  /** Returns a whole number from `least` to `most`, both included. */
  whole(least: number, most: number): number;
  chance(percent: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
};

/** The mulberry32 generator: 32 bits of state suffice here and need no package. */
export function randomFrom(seed: number): Random {
  let state = seed;
  const fraction = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const whole = (least: number, most: number) => least + Math.floor(fraction() * (most - least + 1));
  return {
    whole,
    chance: (percent) => fraction() * 100 < percent,
    pick: (items) => {
      const item = items[whole(0, items.length - 1)];
      if (item === undefined) throw new RangeError('there is nothing to pick from');
      return item;
    },
  };
}

/** Returns the moment this many days (or fractions) before `today`, in ISO 8601. */
export function daysBefore(today: Date, days: number): string {
  return new Date(today.getTime() - Math.round(days * 86_400_000)).toISOString();
}
