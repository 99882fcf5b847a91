/** Measures sales of one payee, one after another and 16 at once, over the same sales without triggers that keep sums. */
import { sql } from 'kysely';
import { recordCharge } from '../../features/transactions/server/charges.ts';
import { asSystem } from '../../server/context.ts';
import { asOwner } from '../../server/db/migrate.ts';
import type { Platform } from '../../server/platform.ts';
import { median } from './pages.ts';
import type { Figure } from './table.ts';

const AT_ONCE = 16;
const SALES = 160;
const ROUNDS = 9;
/** Aims of the time of a sale over one that keeps nothing: alone, and of 16 at once 80 % of their throughput. */
const AIM_ALONE = 1.25;
const AIM_AT_ONCE = 1.25;

/** Returns times over those without the triggers, by turns; what was sold stays. */
export async function benchSalesAtOnce(platform: Platform, ownerUrl: string): Promise<Figure[]> {
  const context = asSystem(platform, 'bench');
  const { rows } = await sql<{ id: number }>`select min(id) as id from classes`.execute(context.db);
  const class_id = rows[0]?.id ?? 0;
  const figures: Figure[] = [];
  for (const [hands, aim] of [[1, AIM_ALONE] as const, [AT_ONCE, AIM_AT_ONCE] as const]) {
    const turn = async () => {
      const began = performance.now();
      let left = SALES;
      const work = async () => {
        while (left-- > 0) await recordCharge(context, { class_id, amount: 5000, currency: 'USD' });
      };
      await Promise.all(Array.from({ length: hands }, work));
      return performance.now() - began;
    };
    const times: Record<'kept' | 'bare', number[]> = { kept: [], bare: [] };
    await turn();
    for (let round = 0; round < ROUNDS; round++) {
      times.kept.push(await turn());
      await switchTriggers(ownerUrl, 'disable');
      times.bare.push(await turn());
      await switchTriggers(ownerUrl, 'enable');
    }
    const [kept, bare] = [median(times.kept), median(times.bare)];
    figures.push({
      what: `${hands === 1 ? 'a sale' : `${hands} sales at once`}: time over the same without kept sums`,
      ratio: kept / bare,
      aim,
      note: `${Math.round((SALES / kept) * 1000)} a second`,
    });
  }
  await asOwner(ownerUrl, (run) => run('select sum_payee_balances(), sum_sales()'));
  return figures;
}

async function switchTriggers(ownerUrl: string, how: 'enable' | 'disable'): Promise<void> {
  await asOwner(ownerUrl, async (run) => {
    for (const act of ['insert', 'update', 'delete'])
      for (const sums of ['balances', 'sales'])
        await run(`alter table charge_lines ${how} trigger keeps_${sums}_${act}`);
    await run(`alter table charges ${how} trigger keeps_sales_insert, ${how} trigger keeps_sales`);
  });
}
