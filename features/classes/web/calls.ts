import { callsOf } from '../../../web/api.ts';
import { classesContract, type ListedClass } from '../contract.ts';

export const { calls, reload } = callsOf('classes', classesContract);

/** Reads a class with its place in the program (0: none). Throws a 404 where it is gone or foreign. */
export async function readListed(id: number, program_id: number): Promise<ListedClass> {
  return (await calls.class.call({ id, program_id })).class;
}

export function nameOf({ id, class_name }: { id: number; class_name: string }): string {
  return class_name || `Class #${id}`;
}
