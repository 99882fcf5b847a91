import { createContext, use } from 'react';
import type { Visit } from '../visits/visit.ts';

export const VisitContext = createContext<Visit | null>(null);

export function useVisit(): Visit {
  const visit = use(VisitContext);
  if (!visit) throw new Error('rendered outside of a visit');
  return visit;
}
