/** Lets a superadmin in who has lost device and recovery codes: npm run reset-second-factor -- EMAIL */
import { resetFactorByEmail } from '../features/auth/second-factor/server/second-factor.ts';
import { asSystem } from '../server/context.ts';
import { fail, runCommand, UsageError } from './platform.ts';

try {
  const [email, ...more] = process.argv.slice(2);
  if (!email || more.length > 0) throw new UsageError('npm run reset-second-factor -- EMAIL');
  await runCommand(async (platform) => {
    const done = await resetFactorByEmail(asSystem(platform, 'reset-second-factor'), email);
    if (!done) throw new UsageError(`No admin user ${email} has a second factor`);
    console.log(
      `The second factor of ${email} is removed; the password alone signs in until a new one is set up.`,
    );
  });
} catch (error) {
  fail(error);
}
