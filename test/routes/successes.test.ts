import { useWorld } from '../harness.ts';
import { testSuccesses } from './successes.ts';

testSuccesses(useWorld({ recalculationDelay: 300 }), 0, 1);
