import { useWorld } from '../test/harness.ts';
import { tryOddRequests } from '../test/odd-answers.ts';

tryOddRequests(useWorld({ recalculationDelay: 300 }), 1, 2);
