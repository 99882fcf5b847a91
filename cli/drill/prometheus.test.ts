import { expect, test } from 'vitest';
import { hurried } from './prometheus.ts';

test('times are a quarter, and what is measured stays', () => {
  const rules = `
    expr: sum(rate(provost_http_count{status!="503"}[5m])) > 0.05
    for: 30s
    expr: max by (job_name) (provost_job_oldest_due_seconds) > 600
    for: 10m
    expr: min(time() - provost_job_last{job_name="deliver-mails"}) > 300
    expr: max by (instance) (nodejs_eventloop_lag_p99_seconds) > 1
    expr: max by (instance) (process_resident_memory_bytes) > 800e6`;
  expect(hurried(rules)).toBe(`
    expr: sum(rate(provost_http_count{status!="503"}[75s])) > 0.05
    for: 8s
    expr: max by (job_name) (provost_job_oldest_due_seconds) > 150
    for: 150s
    expr: min(time() - provost_job_last{job_name="deliver-mails"}) > 75
    expr: max by (instance) (nodejs_eventloop_lag_p99_seconds) > 1
    expr: max by (instance) (process_resident_memory_bytes) > 800e6`);
});
