/** Words for what a site names and does not have: missing and another’s alike. Specification: Sites. */
import { type Rejected, rejectField } from '../../../../server/sites/facts.ts';

export function noClass(id: number): Rejected {
  return rejectField(404, 'class_id', `This site does not sell the class ${id}`);
}

export function noUser(id: number): Rejected {
  return rejectField(404, 'user_id', `There is no user ${id}`);
}
