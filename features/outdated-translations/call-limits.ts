/** Texts of one call at most: a text is one language of one record. */
export const MOST_TEXTS = 500;
