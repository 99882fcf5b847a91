import { callsOf } from '../../../../web/api.ts';
import { secondFactorContract } from '../contract.ts';

export const { calls, reload } = callsOf('secondFactor', secondFactorContract);
