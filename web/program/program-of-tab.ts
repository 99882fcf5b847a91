import { type Actor, isGlobal } from '../../core/access.ts';
import { isSignedIn, onSessionChange, signedInActor } from '../session.tsx';
import { keepProgram, keptProgram } from './kept-program.ts';
import { carried, completed, namedProgram } from './program-in-address.ts';

type Search = Record<string, unknown>;

/** A browser may refuse it. */
const onThisDevice = () => localStorage;

/** The choice that the next step of the address makes, unless unsaved work keeps the step from being made. */
let chosen: number | null = null;
/** False until somebody who signed in has come to a first screen. */
let isIn = false;

onSessionChange(() => {
  if (!isSignedIn()) isIn = false;
});

/** Says that the next address names this program by choice, 0 for all, so that it is kept on the device. */
export function chooseProgram(program_id: number): void {
  chosen = program_id;
}

export function carryProgram({ search, next }: { search: Search; next: (search: Search) => Search }): Search {
  return carried(search, next(search), chosen ?? keptBy(signedInActor()));
}

/** Keeps what was chosen; returns the search to go on to where this address is not complete. */
export function enterAddress(search: Search): Search | null {
  const actor = signedInActor();
  const named = namedProgram(search) ?? 0;
  if (actor && isGlobal(actor) && chosen === named) keepProgram(onThisDevice, actor.admin_id, chosen);
  chosen = null;
  const comesIn = !isIn;
  isIn = true;
  return actor && isGlobal(actor) ? completed(search, { kept: keptBy(actor), comesIn }) : null;
}

function keptBy(actor: Actor | null): number {
  return actor && isGlobal(actor) ? keptProgram(onThisDevice, actor.admin_id) : 0;
}
