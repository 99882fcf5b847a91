import { refuse } from '../../../core/errors.ts';

export function refuseFile(status: 400 | 413 | 415, message: string): never {
  refuse(status, message, { errors: [{ path: 'file', message }] });
}
