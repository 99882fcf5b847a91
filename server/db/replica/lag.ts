/** Lag of a replica, by the moments at which the primary had written what it has not replayed yet. */

/** Positions that are kept; above it every second one is let go. */
const MOST_MARKS = 600;

/** Returns a position of the write-ahead log (`16/B374D848`) as a number that grows. */
export function positionOf(lsn: string): bigint {
  const [high = '0', low = '0'] = lsn.split('/');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

/** Measures by this process's own clock, so that a replica cut off from the primary does not pass for up to date. `now` is in milliseconds. */
export function lagMeter(now: () => number = () => performance.now()) {
  let marks: { at: number; position: bigint }[] = [];
  let hasPrimary = false;
  let hasCaughtUp = false;

  return {
    primaryAt(lsn: string): void {
      hasPrimary = true;
      const position = positionOf(lsn);
      if (marks.at(-1)?.position === position) return;
      marks.push({ at: now(), position });
      if (marks.length > MOST_MARKS) marks = marks.filter((_mark, place) => place % 2 === 0);
    },

    /** Returns the seconds behind, null before the primary has answered. `age`: seconds since the last replayed transaction, until once caught up. */
    replicaAt(lsn: string, age: number | null): number | null {
      if (!hasPrimary) return null;
      const position = positionOf(lsn);
      const isBehind = marks.filter((mark) => mark.position > position);
      if (isBehind.length < marks.length) hasCaughtUp = true;
      marks = isBehind;
      const [oldest] = marks;
      if (!oldest) return 0;
      return hasCaughtUp ? (now() - oldest.at) / 1000 : age;
    },

    /** Begins anew, as after a primary that was away: another may have taken its place. */
    forget(): void {
      marks = [];
      hasPrimary = false;
      hasCaughtUp = false;
    },
  };
}
