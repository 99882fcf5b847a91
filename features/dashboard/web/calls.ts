import { callsOf } from '../../../web/api.ts';
import { dashboardContract } from '../contract.ts';

export const { calls } = callsOf('dashboard', dashboardContract);

/** Query options: refetched every minute while the page is visible, and when it becomes visible again. */
export const RENEWED = { refetchInterval: 60_000, refetchOnWindowFocus: true, staleTime: 10_000 } as const;
