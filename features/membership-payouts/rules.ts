/** How what members pay is shared: the same in browser and server. Specification: Membership payouts. */

export const ATTENDANCE_TYPES = ['live', 'recording'] as const;
export type AttendanceType = (typeof ATTENDANCE_TYPES)[number];
