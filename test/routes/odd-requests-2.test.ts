import { useWorld } from '../harness.ts';
import { tryOddRequests } from './odd-answers.ts';

tryOddRequests(useWorld({ recalculationDelay: 300 }), 1, 2);
