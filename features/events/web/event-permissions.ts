import { type Actor, isGlobal, mayAccess } from '../../../core/access.ts';
import { type Event, eventsContract } from '../contract.ts';

/** A bound admin's site may show events of other programs; those are not theirs to touch (section 6). */
export function mayEdit(actor: Actor, { program_id }: Pick<Event, 'program_id'>): boolean {
  return isGlobal(actor) || actor.program_id === program_id;
}

/** Whether the draw is offered: to a superadmin, on a giveaway that has ended and has no winner (section 4). */
export function mayDraw(actor: Actor, event: Event): boolean {
  return mayAccess(actor, accessOf('proposeWinner')) && mayEdit(actor, event) && awaitsDraw(event);
}

/** True where an event has ended and still has no winner, whatever the number of its tickets. */
export function awaitsDraw({ type, n, processed }: Pick<Event, 'type' | 'n' | 'processed'>): boolean {
  return type === 'giveaway' && n === 'ended' && !processed;
}

/** A giveaway whose winner is confirmed: who may see the event may see the result. */
export function isDrawn({ type, processed }: Pick<Event, 'type' | 'processed'>): boolean {
  return type === 'giveaway' && processed;
}

export function mayAssignPrograms(actor: Actor, event: Event): boolean {
  return mayAccess(actor, accessOf('saveEventPrograms')) && mayEdit(actor, event);
}

export function mayAssignCategories(actor: Actor, event: Event): boolean {
  return mayAccess(actor, accessOf('saveEventCategories')) && mayEdit(actor, event);
}

function accessOf(call: 'proposeWinner' | 'saveEventPrograms' | 'saveEventCategories') {
  return eventsContract[call]['~orpc'].meta.access;
}
