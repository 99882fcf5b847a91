import { useTestApp } from '../harness.ts';
import { testAccess } from './access-matrix.ts';

testAccess(useTestApp(), 0, 2);
