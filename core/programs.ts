/** The program of what is new, where nobody names one. Specification: Roles and programs. */
export const DEFAULT_PROGRAM = 1;
