import type { DemoUser } from '../../../features/users/server/demo.ts';
import type { TransactionContext } from '../../context.ts';
import type { Random } from './random.ts';

export type DemoStep = {
  /** Place among all steps: a step uses the rows of those before it, and the same random numbers. */
  order: number;
  make: (market: {
    tx: TransactionContext;
    today: Date;
    random: Random;
    users: readonly DemoUser[];
  }) => Promise<unknown>;
};
