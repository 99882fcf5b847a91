/** Files of the site, under addresses that change with what is in them. */
import { createHash } from 'node:crypto';
import styles from '../assets/site.css?raw';
import script from '../assets/site.js?raw';

const ASSETS = {
  'site.css': { type: 'text/css; charset=utf-8', text: styles },
  'site.js': { type: 'text/javascript; charset=utf-8', text: script },
} as const;
type Asset = keyof typeof ASSETS;

export function assetPath(base: string, name: Asset): string {
  const version = createHash('sha256').update(ASSETS[name].text).digest('hex').slice(0, 12);
  return `${base}/assets/${name}?${version}`;
}

export function assetAnswer(name: string): Response | null {
  if (!Object.hasOwn(ASSETS, name)) return null;
  const { type, text } = ASSETS[name as Asset];
  const headers = { 'content-type': type, 'cache-control': 'public, max-age=31536000, immutable' };
  return new Response(text, { headers });
}
