/** The transaction of a change and its number, both of up to 63 bits as text. */
export type FeedPlace = { xid: string; id: string };

/** Returns a place as a site keeps it; it belongs to one program. */
export function placeText(program_id: number, { xid, id }: FeedPlace): string {
  return Buffer.from(['changes', program_id, xid, id].join(' ')).toString('base64url');
}

/** Reads a place that {@link placeText} has written for the program; undefined for anything else. */
export function placeAt(program_id: number, text: string): FeedPlace | undefined {
  const [, , xid = '', id = ''] = Buffer.from(text, 'base64url').toString('latin1').split(' ');
  if (![xid, id].every(isNumber)) return undefined;
  return placeText(program_id, { xid, id }) === text ? { xid, id } : undefined;
}

const LARGEST = 2n ** 63n - 1n;

function isNumber(text: string): boolean {
  return /^\d{1,19}$/.test(text) && BigInt(text) <= LARGEST;
}
