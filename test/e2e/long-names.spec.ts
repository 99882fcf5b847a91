import { expect, test } from '@playwright/test';
import { expectToFit } from './accessible.ts';
import { signIn } from './session.ts';

const LONG = 'A name that goes on and on as only a copied paragraph does '.repeat(12).trim();

/** Each screen with the texts of its rows that staff and others have written. */
const SCREENS = [
  { path: '/landing-pages', fields: ['name'] },
  { path: '/categories?program_id=2', fields: ['category_name'] },
  { path: '/refunds', fields: ['class_name', 'description', 'instructor_name', 'student_name'] },
  { path: '/unmatched-payments?state=dismissed', fields: ['payer', 'reason'] },
  {
    path: '/transactions?program_id=2',

    fields: ['class_name', 'description', 'instructor_name', 'student_name'],
  },
  { path: '/classes', fields: ['class_name', 'program_display_name'] },
  { path: '/classes/imports', fields: ['file_name'] },
  { path: '/banners', fields: ['program_display_name'] },
  { path: '/users', fields: ['first_name', 'program'] },
  { path: '/users/imports', fields: ['file_name'] },
  { path: '/commissions/classes', fields: ['class_name'] },
  { path: '/commissions/instructors', fields: ['first_name'] },
];

/** The others in depth. */
const MOST_TEXTS = '/refunds';

for (const width of [1440, 390])
  for (const { path, fields } of SCREENS)
    test(`a long name takes two lines at most on ${path} at ${width}`, {
      tag: width === 390 || path !== MOST_TEXTS ? '@deep' : [],
    }, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await signIn(page, 'superadmin');
      await page.route('**/api/wladmin/**', async (route) => {
        if (route.request().method() !== 'GET') return route.fallback();
        const response = await route.fetch();
        return route.fulfill({ response, json: lengthened(await response.json(), fields) });
      });
      await page.goto(path);
      await expect(page.getByTitle(/^(#\d+ · )?A name that/).first()).toBeVisible();
      const lines = await page
        .getByTitle(/^(#\d+ · )?A name that/)
        .evaluateAll((names) =>
          names.map(
            (name) => name.getBoundingClientRect().height / parseFloat(getComputedStyle(name).lineHeight),
          ),
        );
      expect(Math.max(...lines)).toBeLessThanOrEqual(2.1);
      const whole = await page.evaluate(
        (text) =>
          [...document.querySelectorAll('main *')].filter(
            (element) =>
              // What is cut off within its line is as high as all of its text, and is not seen.
              !element.parentElement?.closest('[data-first], [data-second], [data-clamped]') &&
              [...element.childNodes].some(
                (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.includes(text),
              ) &&
              element.getBoundingClientRect().height > 60,
          ).length,
        LONG,
      );
      expect(whole).toBe(0);
      await expectToFit(page);
      // What is still on its way is nobody's any more.
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    });

/** The answer with a long text in each of these fields that has one. */
function lengthened(json: unknown, fields: readonly string[]): unknown {
  if (Array.isArray(json)) return json.map((one) => lengthened(one, fields));
  if (typeof json !== 'object' || json === null) return json;
  return Object.fromEntries(
    Object.entries(json).map(([key, value]) => [
      key,
      typeof value === 'string' && fields.includes(key) ? LONG : lengthened(value, fields),
    ]),
  );
}
