import { textsOf } from '../../../../server/nouns/translations.ts';
import { CLASSES_NOUNS } from '../../noun.ts';
import { CLASS } from '../../server/class-noun.ts';

export const CLASS_TEXTS = textsOf(CLASS, CLASSES_NOUNS.class.languages);
