/** Measures the ten busiest lists in headless Chromium: to the first row, and from key to paint, over a bare page by turns. No time is asserted. */
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { must } from '../../core/must.ts';
import { browser } from '../../test/e2e/browser.ts';
import { DEMO_ADMIN, withDemoServer } from './demo-server.ts';
import type { Figure } from './table.ts';

/** Loads of each list, and of the bare page beside each; the first of each is not counted. */
const ROUNDS = 4;
/** Between two keys: somebody who types fast. */
const KEY_PAUSE_MS = 120;

/** A list, and the text filter that is typed into; without one J and K alone are pressed. */
type BusyList = { path: string; filter?: string };

const LISTS: readonly BusyList[] = [
  { path: '/users', filter: 'ID, name or email' },
  { path: '/classes', filter: 'Class name or ID' },
  { path: '/transactions', filter: 'Class name or ID' },
  { path: '/refunds?status=all' },
  { path: '/payouts', filter: 'Name or user ID' },
  { path: '/payouts/history', filter: 'Instructor name' },
  { path: '/events', filter: 'Event name or ID' },
  { path: '/giveaways/purchases?show=all', filter: 'User ID, name or email' },
  { path: '/commissions/held' },
  { path: '/audit', filter: 'ID' },
];

/** Answers a line of text without a script: what the browser and the server cost by themselves. */
const BARE_PATH = '/healthz';
const TYPED = 'adam';
const STEPS = 'jjjjjjkkkkkk';

type Screens = { rows: Figure[]; keys: Figure[] };

/** Returns the times to the first row, and those from a key to the next paint. Needs a web app that is built. */
export async function benchScreens(): Promise<Screens> {
  const chrome = await chromium.launch((await browser()).launchOptions);
  try {
    return await withDemoServer({}, async (baseURL) => {
      const context = await chrome.newContext({ baseURL, viewport: { width: 1440, height: 900 } });
      await signIn(context);
      await context.addInitScript({ content: WATCH });
      const page = await context.newPage();
      const found: Screens = { rows: [], keys: [] };
      for (const list of LISTS) await measure(page, list, found);
      return found;
    });
  } finally {
    await chrome.close();
  }
}

/** The session is a cookie, so that every page of the context is signed in. The demo may still be on its way. */
async function signIn({ request }: BrowserContext): Promise<void> {
  const until = Date.now() + 300_000;
  while (Date.now() < until) {
    const answer = await request.post('/api/wladmin/auth', { data: DEMO_ADMIN });
    if (answer.ok()) return;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  throw new Error('nobody could sign in to the demo');
}

async function measure(page: Page, { path, filter }: BusyList, { rows, keys }: Screens): Promise<void> {
  const [list, bare]: [number[], number[]] = [[], []];
  const [pressed, pressedBare]: [Keys, Keys] = [
    { paints: [], slow: [] },
    { paints: [], slow: [] },
  ];
  for (let round = 0; round < ROUNDS; round++) {
    const toBare = await timeToRow(page, BARE_PATH);
    await page.evaluate("document.body.innerHTML = '<label>Filter <input></label>'");
    add(pressedBare, await press(page, 'input'));
    const toList = await timeToRow(page, path);
    add(pressed, await press(page, null));
    if (filter !== undefined) add(pressed, await pressInFilter(page, filter));
    if (round === 0) continue;
    list.push(toList);
    bare.push(toBare);
  }
  const [ofList, ofBare] = [quantile(list, 0.5), quantile(bare, 0.5)];
  const [key, keyBare] = [quantile(pressed.paints, 0.75), quantile(pressedBare.paints, 0.75)];
  const note = `${ofList.toFixed(0)} ms, the bare page ${ofBare.toFixed(0)} ms`;
  rows.push({ what: path, ratio: ofList / ofBare, aim: null, note });
  const { paints, slow } = pressed;
  // What it does not tell of took less than 16 ms.
  const byBrowser = quantile([...slow, ...paints.slice(slow.length).map(() => 0)], 0.75);
  const told = byBrowser < 16 ? 'under 16' : byBrowser.toFixed(0);
  keys.push({
    what: path,
    ratio: key / keyBare,
    aim: null,
    note: `${key.toFixed(1)} ms, the bare field ${keyBare.toFixed(1)} ms; ${paints.length} keys, by Event Timing ${told} ms, the longest ${Math.max(0, ...slow)} ms`,
  });
}

/** Milliseconds from a key to the paint after it, and the durations that Event Timing tells, which begin at 16 ms. */
type Keys = { paints: number[]; slow: number[] };

function add(all: Keys, { paints, slow }: Keys): void {
  all.paints.push(...paints);
  all.slow.push(...slow);
}

/** Milliseconds until the first row was painted; on the bare page until its text was. */
async function timeToRow(page: Page, path: string): Promise<number> {
  await page.goto(path, { waitUntil: 'commit' });
  const until = Date.now() + 60_000;
  while (Date.now() < until) {
    // Not by waitForFunction, which evaluates text in the page and is refused by its policy.
    const at = await page.evaluate('window.benchFirstRow');
    if (typeof at === 'number') {
      // What is on its way behind the rows must not be what a key waits for.
      await page.waitForLoadState('networkidle');
      return at;
    }
    await page.waitForTimeout(20);
  }
  throw new Error(`${path} showed no row`);
}

async function pressInFilter(page: Page, label: string): Promise<Keys> {
  const field = page.getByRole('main').getByRole('textbox', { name: label, exact: true });
  if (!(await field.isVisible())) await page.getByRole('button', { name: /^More filters/ }).click();
  await field.focus();
  return press(page, '');
}

/** Presses keys where the focus is, or in the field of a selector; null: J and K on the list. */
async function press(page: Page, into: string | null): Promise<Keys> {
  if (into) await page.focus(into);
  await page.evaluate('window.benchKeys = { paints: [], slow: [] }');
  await page.keyboard.type(into === null ? STEPS : TYPED, { delay: KEY_PAUSE_MS });
  // The observer is told of what it saw a little later.
  await page.waitForTimeout(300);
  return (await page.evaluate('window.benchKeys')) as Keys;
}

/** Part of each page: as text, since the command line knows no document. */
const WATCH = `
  const afterPaint = (then) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => then(performance.now());
    port2.postMessage(null);
  });
  const isThere = () => {
    const row = document.querySelector('[data-row], body > pre');
    if (row) afterPaint((at) => { window.benchFirstRow = at; });
    return row !== null;
  };
  if (!isThere()) {
    const observer = new MutationObserver(() => isThere() && observer.disconnect());
    observer.observe(document, { childList: true, subtree: true });
  }
  window.benchKeys = { paints: [], slow: [] };
  addEventListener('keydown', ({ timeStamp }) => {
    const { paints } = window.benchKeys;
    afterPaint((at) => paints.push(at - timeStamp));
  }, { capture: true });
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries())
      if (name === 'keydown') window.benchKeys.slow.push(duration);
  }).observe({ type: 'event', durationThreshold: 16 });
`;

function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return must(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))], 'measured times');
}
