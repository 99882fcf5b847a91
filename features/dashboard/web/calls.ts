import { callsOf } from '../../../web/api.ts';
import { dashboardContract } from '../contract.ts';

export const { calls } = callsOf('dashboard', dashboardContract);

/** Read again every minute, while somebody can see it, and as soon as somebody does again. */
export const RENEWED = { refetchInterval: 60_000, refetchOnWindowFocus: true, staleTime: 10_000 } as const;
