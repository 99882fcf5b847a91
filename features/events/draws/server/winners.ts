import { sql } from 'kysely';

/** A winner as people read it: as in the search for users. */
export const WINNER = sql<string>`ltrim(concat(btrim(concat(u.first_name, ' ', u.last_name)), ' (#', u.id, ', ', u.email, ')'))`;
