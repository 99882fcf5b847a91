import { callsOf } from '../../../../web/api.ts';
import { bulkAssignmentsContract } from '../contract.ts';

export const { calls } = callsOf('bulkAssignments', bulkAssignmentsContract);
