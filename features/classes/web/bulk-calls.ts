import { callsOf } from '../../../web/api.ts';
import { bulkAssignmentsContract } from '../../bulk-assignments/contract.ts';

export const { calls } = callsOf('bulkAssignments', bulkAssignmentsContract);
