import { testAccess } from '../test/access-matrix.ts';
import { useWorld } from '../test/harness.ts';

testAccess(useWorld(), 0, 2);
