import { useTestApp } from '../harness.ts';
import { testSuccesses } from './successes.ts';

testSuccesses(useTestApp({ recalculationDelay: 300 }), 0, 1);
