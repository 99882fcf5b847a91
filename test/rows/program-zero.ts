/** Where an answer says null of a program, which is written 0 (specification: Roles and programs). */

/** The places of each `program_id` that is null, however deep it stands. */
export function nullPrograms(answer: unknown, place = 'answer'): string[] {
  if (typeof answer !== 'object' || answer === null) return [];
  return Object.entries(answer).flatMap(([key, value]) =>
    key === 'program_id' && value === null
      ? [`${place}.${key}`]
      : nullPrograms(value, `${place}.${Array.isArray(answer) ? '*' : key}`),
  );
}
