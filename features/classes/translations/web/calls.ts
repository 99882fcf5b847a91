import { callsOf } from '../../../../web/api.ts';
import { classTranslationsContract } from '../contract.ts';

export const { calls, reload } = callsOf('classTranslations', classTranslationsContract);
