/** Prometheus of the drill: it scrapes the servers and judges them by the rules of the deploy kit, only sooner. */
import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { makeFolder, writeState } from './cluster.ts';
import { STATE } from './configs.ts';
import { startHere } from './hosts.ts';
import { metricsPortOf, SPARE_PORT, WEB_PORTS } from './servers.ts';
import { until } from './until.ts';

/** Divisor of the times of the rules. Five minutes are 75 seconds: a pass of a job may be a minute ago. */
const SOONER = 4;

const SCRAPE_SECONDS = 3;
const PORT = 4390;

const DEPLOY = path.join(import.meta.dirname, '../../deploy');

export type Prometheus = {
  /** Names of the alerts that fire now. */
  firing: () => Promise<string[]>;
  stop: () => void;
};

/** Returns the rules with each of their times, how long and how old, divided; what is measured stays as it is. */
export function hurried(rules: string, times = SOONER): string {
  const divided = (seconds: number) => Math.ceil(seconds / times);
  return rules
    .replaceAll(
      /(for: |\[)(\d+)([sm])\b/g,
      (_, before: string, count: string, unit: string) =>
        `${before}${divided(Number(count) * (unit === 'm' ? 60 : 1))}s`,
    )
    .replaceAll(
      /(_due_seconds\) > |"\}\) > )(\d+)$/gm,
      (_, before: string, seconds: string) => `${before}${divided(Number(seconds))}`,
    );
}

export async function startPrometheus(): Promise<Prometheus> {
  const targets = [...WEB_PORTS, SPARE_PORT].map((port) => `'127.0.0.1:${metricsPortOf(port)}'`);
  writeState('alerts.yml', hurried(readFileSync(path.join(DEPLOY, 'alerts.yml'), 'utf8')));
  writeState(
    'prometheus.yml',
    readFileSync(path.join(DEPLOY, 'prometheus.yml'), 'utf8')
      .replaceAll(/_interval: \d+s/g, `_interval: ${SCRAPE_SECONDS}s`)
      .replace(/- targets: [^\n]*/, `- targets: [${targets.join()}]`),
  );
  makeFolder(`${STATE}/prometheus`);
  const process: ChildProcess = startHere(
    'prometheus',
    'postgres',
    'prometheus',
    `--config.file=${STATE}/prometheus.yml`,
    `--storage.tsdb.path=${STATE}/prometheus`,
    `--web.listen-address=127.0.0.1:${PORT}`,
  );
  const firing = async () => {
    const answer = await fetch(`http://127.0.0.1:${PORT}/api/v1/alerts`);
    const { data } = (await answer.json()) as {
      data: { alerts: { state: string; labels: { alertname: string } }[] };
    };
    const names = data.alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname);
    return [...new Set(names)];
  };
  await until('Prometheus answers', 60, async () => (await firing()).length >= 0);
  return { firing, stop: () => void process.kill() };
}
