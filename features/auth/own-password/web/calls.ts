import { callsOf } from '../../../../web/api.ts';
import { ownPasswordContract } from '../contract.ts';

export const { calls } = callsOf('ownPassword', ownPasswordContract);
