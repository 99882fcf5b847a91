import { alerts } from './alert-faults.ts';
import type { Fault } from './fault.ts';
import { startInImage } from './image-figures.ts';
import { cutPrimary, freezePrimary, killPrimary, switchover } from './primary-faults.ts';
import { restoreBackup } from './restore-faults.ts';
import { rollingRestart, rollingUpgrade } from './rolling-faults.ts';
import { killServer, loseEtcd, restartPooler } from './small-faults.ts';

export const FAULTS: readonly Fault[] = [
  startInImage,
  rollingUpgrade,
  rollingRestart,
  killServer,
  restartPooler,
  loseEtcd,
  switchover,
  killPrimary,
  freezePrimary,
  cutPrimary,
  alerts,
  restoreBackup,
];
