import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { NoConnection } from './db/outages.ts';
import { boundOutages, openLog } from './log.ts';

type Line = { msg: string; seconds?: number; held?: Record<string, number>; req?: object; err?: object };

let lines: Line[] = [];
let isAway = true;
const probe = async () => {
  if (isAway) throw new Error('away');
};
function watched() {
  const log = openLog('info', { write: (line) => void lines.push(JSON.parse(line) as Line) });
  return { log, unbound: boundOutages(log, probe) };
}

beforeEach(() => {
  lines = [];
  isAway = true;
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

const away = () => ({ err: new NoConnection(new Error('refused')) });
const messages = () => lines.map(({ msg }) => msg);
const BEGUN = expect.stringContaining('does not answer: from here on');

describe('an outage of the database, in the log', () => {
  test('is a line at its beginning, one a minute, and one at its end with its length', async () => {
    const { log } = watched();
    for (let second = 0; second < 150; second++) {
      for (let n = 0; n < 10; n++) log.warn(away(), 'a request');
      log.error(away(), 'a job');
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(messages()).toEqual([BEGUN, 'the database is still away', 'the database is still away']);
    isAway = false;
    await vi.advanceTimersByTimeAsync(20_000);
    expect(messages().slice(3)).toEqual(['the database answers again']);
    expect(lines[3]?.seconds).toBeGreaterThan(149);
    expect(lines[3]?.seconds).toBeLessThan(155);
    // Nothing is lost of what was held back.
    const held = lines.map((line) => line.held ?? {});
    expect(held.reduce((sum, each) => sum + (each['a request'] ?? 0), 0)).toBe(1_500);
    expect(held.reduce((sum, each) => sum + (each['a job'] ?? 0), 0)).toBe(150);

    log.warn(away(), 'a request');
    expect(messages().slice(4)).toEqual([BEGUN]);
  });

  test('that comes and goes is one outage', async () => {
    const { log } = watched();
    for (let second = 0; second < 30; second++) {
      isAway = second % 2 === 0;
      if (isAway) log.warn(away(), 'a request');
      await vi.advanceTimersByTimeAsync(1_000);
    }
    isAway = false;
    await vi.advanceTimersByTimeAsync(20_000);
    expect(messages()).toEqual([BEGUN, 'the database answers again']);
  });

  test('leaves out requests that it refused, and none that were answered', () => {
    const { log } = watched();
    log.warn(away(), 'a request');
    const [refused, answered] = [log.child({ reqId: 1 }), log.child({ reqId: 2 })];
    refused.info({ req: { method: 'PUT' } }, 'incoming request');
    answered.info({ req: { method: 'GET' } }, 'incoming request');
    refused.info({ res: { statusCode: 503 } }, 'request completed');
    expect(lines).toHaveLength(1);
    answered.info({ res: { statusCode: 200 } }, 'request completed');
    expect(lines.slice(1)).toMatchObject([
      { reqId: 2, req: { method: 'GET' }, msg: 'incoming request' },
      { reqId: 2, res: { statusCode: 200 }, msg: 'request completed' },
    ]);
  });

  test('holds back nothing else, and what the embedded PostgreSQL says but once', () => {
    const { log } = watched();
    log.warn(away(), 'a request');
    for (let n = 0; n < 3; n++) log.warn({ postgres: 'embedded' }, 'it ended');
    log.error({ err: new Error('a bug') }, 'request failed');
    log.error(new Error('another'));
    log.info('words alone');
    expect(messages()).toEqual([BEGUN, 'it ended', 'request failed', 'another', 'words alone']);
  });

  test('is told of when the process ends before it', () => {
    const { log, unbound } = watched();
    log.warn(away(), 'a request');
    unbound();
    expect(lines[1]).toMatchObject({ msg: expect.stringContaining('still away'), held: { 'a request': 1 } });
    log.warn(away(), 'a request');
    expect(messages()[2]).toBe('a request');
  });

  test('is written line for line where nobody watches for its end', () => {
    const log = openLog('info', { write: (line) => void lines.push(JSON.parse(line) as Line) });
    for (let n = 0; n < 3; n++) log.warn(away(), 'a request');
    expect(messages()).toEqual(['a request', 'a request', 'a request']);
  });
});
