import type { NounDeclaration } from '../../../core/noun.ts';
import { NOUNS } from '../../../features/nouns.ts';

/** Words by the noun of an entry; an entry older than a renamed noun has none. */
export const AUDIT_WORDS: Readonly<Record<string, NounDeclaration>> = NOUNS;
