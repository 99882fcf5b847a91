/** Logging in as a user: how long, and what stays closed. The same in browser and server. Specification: Logging in as a user. */

/** Seconds in which the token has to be exchanged. */
export const TOKEN_SECONDS = 60;

/** Minutes that the site may be looked at. */
export const SESSION_MINUTES = 60;

/** What a site must not let a member of staff do in a user's name. */
export const FORBIDDEN = ['password', 'email', 'payment_settings', 'purchase', 'deletion'] as const;
