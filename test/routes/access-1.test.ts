import { useWorld } from '../harness.ts';
import { testAccess } from './access-matrix.ts';

testAccess(useWorld(), 0, 2);
