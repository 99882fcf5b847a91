import { callsOf } from '../../../../web/api.ts';
import { invitationsContract } from '../contract.ts';

export const { calls } = callsOf('invitations', invitationsContract);
