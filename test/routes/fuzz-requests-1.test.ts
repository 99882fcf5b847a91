import { useTestApp } from '../harness.ts';
import { tryFuzzedRequests } from './fuzz-answers.ts';

tryFuzzedRequests(useTestApp({ recalculationDelay: 300 }), 0, 2);
