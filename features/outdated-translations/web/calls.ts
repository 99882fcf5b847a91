import { callsOf } from '../../../web/api.ts';
import { outdatedTranslationsContract } from '../contract.ts';

export const { calls, reload } = callsOf('outdatedTranslations', outdatedTranslationsContract);
