import { Refusal } from '../../../core/errors.ts';

/** Says of which of many records a refusal is. */
export function refuseWithId(id: number, error: unknown): never {
  if (!(error instanceof Refusal) || error.status === 401) throw error;
  throw new Refusal(error.status, `#${id}: ${error.message}`, { ...error.details, code: error.code });
}
