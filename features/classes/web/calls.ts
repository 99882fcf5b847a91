import { callsOf } from '../../../web/api.ts';
import { classesContract, type ListedClass } from '../contract.ts';

/** The calls of classes; the bundle editor and the search of screens share their answers. */
export const { calls, reload } = callsOf('classes', classesContract);

/** A class as it is now, with what it is in the program (0: in none). Throws a 404 where it is gone or foreign. */
export async function readListed(id: number, program_id: number): Promise<ListedClass> {
  return (await calls.class.call({ id, program_id })).class;
}

export function nameOf({ id, class_name }: { id: number; class_name: string }): string {
  return class_name || `Class #${id}`;
}
