import type { ConstraintTexts } from '../../../core/errors.ts';

const DRAWN_MEANWHILE = 'Another admin proposed or confirmed a winner. Reload and try again.';
const SOLD = 'Tickets of this event were sold, so this can no longer be changed';
const FROZEN = 'The winner is being drawn, so this can no longer be changed';

export const eventConstraints: ConstraintTexts = {
  events_sold_out: 'More tickets were already sold than this number',
  events_ended_early: 'The event can no longer be ended early. Reload and try again.',
  events_frozen: FROZEN,
  events_type_sold: SOLD,
  events_terms_kept: SOLD,
  events_ticket_price_sold: SOLD,
  events_prize_kept: SOLD,
  events_commitment: FROZEN,
  events_image_id_fkey: 'The image no longer exists. Upload it again',
  event_programs_program_id_fkey: 'One of the programs no longer exists. Reload and try again.',
  event_categories_category_id_fkey: 'One of the categories no longer exists. Reload and try again.',
  tickets_in_time: 'Tickets are only sold while the event is live',
  tickets_frozen: 'The winner is being drawn, so ticket sales are closed',
  tickets_never_deleted: "A sold ticket can't be deleted",
  draws_list: DRAWN_MEANWHILE,
  draw_attempts_consecutive: DRAWN_MEANWHILE,
  draw_attempts_newest: DRAWN_MEANWHILE,
  draw_attempts_one_winner: DRAWN_MEANWHILE,
  draw_attempts_event_id_attempt_key: DRAWN_MEANWHILE,
};
