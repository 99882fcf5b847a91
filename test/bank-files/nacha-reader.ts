/** Reads a NACHA file by the columns of its rules, and refuses what a bank would: apart from what writes it. */

export type AchEntry = {
  routing: string;
  account: string;
  cents: number;
  id: string;
  name: string;
  trace: string;
};
export type AchFile = {
  destination: string;
  origin: string;
  date: string;
  modifier: string;
  company: string;
  entries: AchEntry[];
};

export function readNacha(text: string): AchFile {
  if (!text.endsWith('\r\n')) throw new Error('the last line is not ended');
  const lines = text.slice(0, -2).split('\r\n');
  for (const line of lines) {
    must(line.length === 94, `a line of ${line.length} characters`);
    must(/^[\x20-\x7e]*$/.test(line), 'a character that is not plain');
  }
  must(lines.length % 10 === 0, `${lines.length} lines are no whole blocks`);
  const filled = lines.findIndex((line) => /^9{94}$/.test(line));
  const records = filled < 0 ? lines : lines.slice(0, filled);
  must(
    filled < 0 || lines.slice(filled).every((line) => /^9{94}$/.test(line)),
    'something behind the filling',
  );
  must(lines.length - records.length < 10, 'more filling than a block');
  const [head, batch, ...rest] = records as [string, string, ...string[]];
  const [control, end] = rest.splice(-2) as [string, string];
  must([head, batch, control, end].map((line) => line[0]).join('') === '1589', 'the order of the records');

  must(
    at(head, 2, 3) === '01' && at(head, 35, 40) === '094101',
    'the priority, length, blocking or format code',
  );
  const destination = at(head, 4, 13);
  must(/^ \d{9}$/.test(destination) && isRouting(destination.slice(1)), 'the destination');
  const date = at(head, 24, 29);
  must(/^\d{6}$/.test(date), 'the date');
  must(/^[A-Z0-9]$/.test(at(head, 34, 34)), 'the modifier');

  must(at(batch, 2, 4) === '220', 'the service class');
  must(at(batch, 5, 20).trim() !== '' && at(batch, 54, 63).trim() !== '', 'a name or description');
  const company = at(batch, 41, 50);
  must(company.trim().length === 10, 'the company');
  must(at(batch, 51, 53) === 'PPD', 'the entry class');
  must(
    at(batch, 70, 75) === date && at(batch, 76, 78) === '   ' && at(batch, 79, 79) === '1',
    'the days or status',
  );
  const odfi = at(batch, 80, 87);
  must(odfi === destination.slice(1, 9), 'the originating bank');

  const entries = rest.map((line, index) => {
    must(line[0] === '6' && at(line, 2, 3) === '22', 'the code of an entry');
    const routing = at(line, 4, 12);
    must(isRouting(routing), `the routing number ${routing}`);
    must(/^\d{1,17} *$/.test(at(line, 13, 29)), 'an account');
    must(/^\d{10}$/.test(at(line, 30, 39)), 'an amount');
    must(at(line, 55, 76).trim() !== '' && at(line, 55, 55) !== ' ', 'a name');
    must(at(line, 79, 79) === '0', 'an addendum');
    const trace = at(line, 80, 94);
    must(trace === `${odfi}${String(index + 1).padStart(7, '0')}`, 'a trace number');
    return {
      routing,
      account: at(line, 13, 29).trim(),
      cents: Number(at(line, 30, 39)),
      id: at(line, 40, 54).trim(),
      name: at(line, 55, 76).trimEnd(),
      trace,
    };
  });
  const cents = entries.reduce((sum, entry) => sum + BigInt(entry.cents), 0n);
  const hash = entries.reduce((sum, { routing }) => sum + BigInt(routing.slice(0, 8)), 0n) % 10_000_000_000n;
  must(
    at(control, 2, 4) === '220' && BigInt(at(control, 5, 10)) === BigInt(entries.length),
    'the count of the batch',
  );
  must(BigInt(at(control, 11, 20)) === hash, 'the hash of the batch');
  must(
    BigInt(at(control, 21, 32)) === 0n && BigInt(at(control, 33, 44)) === cents,
    'the totals of the batch',
  );
  must(at(control, 45, 54) === company && at(control, 55, 79).trim() === '', 'the company of the batch');
  must(at(control, 80, 94) === at(batch, 80, 94), 'the number of the batch');
  must(at(end, 2, 7) === '000001' && Number(at(end, 8, 13)) === lines.length / 10, 'the blocks');
  must(
    BigInt(at(end, 14, 21)) === BigInt(entries.length) && BigInt(at(end, 22, 31)) === hash,
    'the count of the file',
  );
  must(BigInt(at(end, 32, 43)) === 0n && BigInt(at(end, 44, 55)) === cents, 'the totals of the file');
  must(at(end, 56, 94).trim() === '', 'what is reserved');
  return {
    destination: destination.trim(),
    origin: at(head, 14, 23),
    date,
    modifier: at(head, 34, 34),
    company,
    entries,
  };
}

/** Columns from 1, both included. */
function at(line: string, from: number, to: number): string {
  return line.slice(from - 1, to);
}

function isRouting(nine: string): boolean {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, last = -1] = Array.from(nine, Number);
  return (10 - ((3 * (a + d + g) + 7 * (b + e + h) + (c + f)) % 10)) % 10 === last;
}

function must(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(`A bank refuses ${otherwise}`);
}
