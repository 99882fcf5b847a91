/** Values that many of a site's calls share. Specification: Sites, facts. */
import { z } from 'zod';

/** Minutes that a fact may lie ahead: clocks differ. */
const MAX_AHEAD_MINUTES = 5;

const EARLIEST = Date.parse('2000-01-01T00:00:00Z');

const LATEST = Date.parse('2200-01-01T00:00:00Z');

/** A moment of 2000 to 2199: ISO 8601 with an offset, read as ISO 8601 in UTC to the millisecond. */
export const siteMoment = z.iso
  .datetime({
    offset: true,
    error: 'must be a date and time with an offset, as in 2026-01-31T12:00:00+01:00',
  })
  .transform((text) => new Date(text).toISOString())
  .refine((moment) => Date.parse(moment) >= EARLIEST, 'must not be before 2000')
  .refine((moment) => Date.parse(moment) < LATEST, 'must be before 2200');

/** Moment of a fact: at most five minutes ahead. */
export const occurredAt = siteMoment.refine(
  (moment) => Date.parse(moment) <= Date.now() + MAX_AHEAD_MINUTES * 60_000,
  `must be at most ${MAX_AHEAD_MINUTES} minutes ahead`,
);
