/** Name of the cookie that changes with each refresh token and says nothing of it: scripts see by it that a new one is there. */
export const TURN_COOKIE = 'provost_turn';
