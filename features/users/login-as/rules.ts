/** Seconds until the token expires. */
export const TOKEN_SECONDS = 60;

/** Minutes until the session expires. */
export const SESSION_MINUTES = 60;

/** Actions a site must refuse to staff logged in as a user. */
export const FORBIDDEN = ['password', 'email', 'payment_settings', 'purchase', 'deletion'] as const;
