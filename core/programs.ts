/** The program of new records, unless one is named. Specification: Roles and programs. */
export const DEFAULT_PROGRAM = 1;
