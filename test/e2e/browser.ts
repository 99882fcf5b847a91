import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LaunchOptions } from '@playwright/test';

// The package's own flags turn off web security, so the tests would not see what a user's browser forbids.
const FLAGS =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking ' +
  '--disable-component-update --disable-sync --font-render-hinting=none';

const INSTALLED = [
  '/usr/bin/google-chrome',
  '/usr/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** CHROME_PATH, npm's on x64 Linux, an installed Chrome, or that of `npx playwright install chromium`. */
export async function browser(): Promise<{ launchOptions: LaunchOptions }> {
  const args = FLAGS.split(' ');
  const given = process.env.CHROME_PATH;
  if (given) return { launchOptions: { executablePath: given, args } };
  if (process.platform === 'linux' && process.arch === 'x64') {
    const home = await unpacked();
    const env = { ...process.env, FONTCONFIG_PATH: home, LD_LIBRARY_PATH: join(home, 'al2023', 'lib') };
    return { launchOptions: { executablePath: join(home, 'chromium'), args, env: defined(env) } };
  }
  const executablePath = INSTALLED.find((path) => existsSync(path));
  return { launchOptions: executablePath ? { executablePath, args } : {} };
}

/** Unpacks beside the final name and renames, so a worker never starts half a browser. */
async function unpacked(): Promise<string> {
  const home = join(ownFolder(), `chromium-${packageVersion()}`);
  if (existsSync(home)) return home;
  const draft = `${home}.${process.pid}`;
  mkdirSync(draft, { mode: 0o700 });
  await unpackInto(draft);
  writeFileSync(join(draft, 'fonts.conf'), fontsConf(home));
  try {
    renameSync(draft, home);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(home)) throw error;
  }
  return home;
}

/** The package reads and writes the environment, and a database started later must not meet its libraries. */
async function unpackInto(folder: string): Promise<void> {
  const before = { ...process.env };
  process.env.TMPDIR = folder;
  process.env.AWS_LAMBDA_JS_RUNTIME = 'nodejs24.x';
  try {
    const { default: chromium } = await import('@sparticuz/chromium');
    await chromium.executablePath();
  } finally {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
  }
}

/** Another user could have put a browser of theirs into a shared temporary folder. */
function ownFolder(): string {
  const { uid } = userInfo();
  const folder = join(tmpdir(), `provost-${uid}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (statSync(folder).uid !== uid) throw new Error(`${folder} belongs to another user`);
  return folder;
}

function packageVersion(): string {
  const file = fileURLToPath(new URL('../package.json', import.meta.resolve('@sparticuz/chromium')));
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
  return version;
}

/** The package's own file hides the system's fonts, and with them every script but Latin, Greek and Cyrillic. */
function fontsConf(home: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>/usr/share/fonts</dir>
  <dir>/usr/local/share/fonts</dir>
  <dir>${home}/fonts</dir>
  <cachedir>${home}/fonts-cache</cachedir>
</fontconfig>
`;
}

function defined(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
