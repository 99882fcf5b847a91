import { useWorld } from '../test/harness.ts';
import { testSuccesses } from '../test/successes.ts';

testSuccesses(useWorld({ recalculationDelay: 300 }), 0, 1);
