import type { ConstraintTexts } from '../../../core/errors.ts';

const DRAWN_MEANWHILE = 'Somebody else has proposed or confirmed a winner meanwhile. Load it again.';
const SOLD = 'Tickets of this event have been sold: this cannot be changed any more';
const FROZEN = 'The winner is being drawn: the event cannot be changed like this any more';

export const eventConstraints: ConstraintTexts = {
  events_sold_out: 'More tickets have been sold than there would be',
  events_ended_early: 'The event cannot be ended early any more. Load it again.',
  events_frozen: FROZEN,
  events_type_sold: SOLD,
  events_terms_kept: SOLD,
  events_ticket_price_sold: SOLD,
  events_prize_kept: SOLD,
  events_commitment: FROZEN,
  events_image_id_fkey: 'The image is gone: upload it again',
  event_programs_program_id_fkey: 'One of the programs is gone. Load it again.',
  event_categories_category_id_fkey: 'One of the categories is gone. Load it again.',
  tickets_in_time: 'Tickets are sold while the event is live',
  tickets_frozen: 'The winner is being drawn: no more tickets are sold',
  tickets_never_deleted: 'A ticket that has been sold stays',
  draws_list: DRAWN_MEANWHILE,
  draw_attempts_consecutive: DRAWN_MEANWHILE,
  draw_attempts_newest: DRAWN_MEANWHILE,
  draw_attempts_one_winner: DRAWN_MEANWHILE,
  draw_attempts_event_id_attempt_key: DRAWN_MEANWHILE,
};
