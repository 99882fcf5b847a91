import { useWorld } from '../harness.ts';
import { testAccess } from './access-matrix.ts';

testAccess(useWorld(), 1, 2);
