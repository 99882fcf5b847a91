import { callsOf } from '../../../web/api.ts';
import { Failure } from '../../../web/ui/failure.ts';
import { type MoneySettingsAnswer, moneySettingsContract } from '../contract.ts';

export const { calls, reload } = callsOf('moneySettings', moneySettingsContract);

export type Beside = { answer: MoneySettingsAnswer };

/** Reads the settings, while the change of that id waits. Throws a 404 where it does not. */
export async function readWaiting(id: number): Promise<MoneySettingsAnswer> {
  const answer = await calls.moneySettings.call({});
  if (answer.pending?.id !== id) throw new Failure(404, { message: 'Not found' });
  return answer;
}
