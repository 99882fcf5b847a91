import Bowser from 'bowser';

/** Returns browser and system in words: "Firefox on Windows". It goes into mails: unknown programs are one word of letters, no address and no sentence. */
export function deviceOf(userAgent: string): string {
  // It refuses an empty one.
  const { browser, os } = Bowser.parse(userAgent || ' ');
  const program = browser.name && PROGRAMS.has(browser.name) ? browser.name : undefined;
  if (program && os.name) return `${program} on ${os.name}`;
  return program || os.name || (/^[a-z][a-z-]{0,39}(?=\/|$)/i.exec(userAgent)?.[0] ?? 'Unknown device');
}

/** Names that the parser gives; of others it hands on what the caller says. */
const PROGRAMS = new Set<string>(Object.values(Bowser.BROWSER_MAP));

/** Returns the time zone where it is one that the platform knows; empty otherwise, as it says where somebody is and nothing else. */
export function knownZone(timeZone: string | undefined): string {
  return timeZone !== undefined && ZONES.has(timeZone) ? timeZone : '';
}

const ZONES = new Set(['UTC', ...Intl.supportedValuesOf('timeZone')]);
