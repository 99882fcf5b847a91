import { must } from '../../../../core/must.ts';
import { type Outcome, rejectField, type SiteTransaction } from '../../../../server/sites/facts.ts';
import { recordSessions } from '../../server/sessions.ts';
import type { SiteSession } from '../contract.ts';
import { noClass } from './not-here.ts';

/** Makes sessions, or changes those of a known reference. Rejected: a foreign or deleted class (404), a reference of another class's session (409). */
export async function tellSessions(
  tx: SiteTransaction,
  sessions: readonly SiteSession[],
): Promise<Outcome<object>[]> {
  const recorded = await recordSessions(
    tx,
    sessions.map(({ reference: external_id, ...session }) => ({ external_id, ...session })),
  );
  return recorded.map((outcome, index) => {
    if ('id' in outcome) return outcome;
    return outcome.refused === 'no class'
      ? noClass(must(sessions[index], 'session as it was told').class_id)
      : rejectField(
          409,
          'class_id',
          'This reference belongs to a session of another class',
          'REFERENCE_TAKEN',
        );
  });
}
