import { join } from 'node:path';
import type { Client } from 'pg';
import { pendingMigrations } from '../../db/migrate.ts';
import { connected } from '../connected.ts';
import { root } from '../folders.ts';
import { getInstallation, getSecret } from '../installation.ts';
import { Stopped } from '../stopped.ts';
import { bootstrap, type Invitation } from './platform.ts';
import { readWish, type Wish } from './wish.ts';

// npm run bootstrap: the platform, its host and its first operator in the database that DATABASE_URL_MIGRATE leads to (docs/deploy.md).

process.on('disconnect', () => process.exit(1));

/** A database in an unexpected state is refused before anything is written. */
async function refuseOtherVersion(client: Client): Promise<void> {
  const pending = await pendingMigrations(client, join(root, 'migrations'));
  if (pending.length > 0)
    throw new Stopped(`The database lacks ${pending.length} migrations, the first is ${pending[0]?.name}: run npm run deploy before.`);
}

function told({ host, name, email, link, until }: Invitation, { isAgain }: Wish): string {
  const time = `${until.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const ready = isAgain
    ? `${name} is invited to https://${host} as an operator.`
    : `The platform stands at https://${host}, with ${name} as its first operator.`;
  return link
    ? `${ready}\n\n  ${link}\n\nIt sets the password of ${email}, once, until ${time}, and then asks for the second factor. The first ` +
        'person to open it becomes the operator: hand it over in person.'
    : `${ready}\nThe Worker mails the invitation to ${email} within a minute; it is good once, for 72 hours. If it doesn't come, run this with --again.`;
}

async function main(): Promise<void> {
  const wish = readWish(process.argv.slice(2), (env) => getInstallation(env).vars.PRODUCT_HOST ?? '');
  const installation = getInstallation(wish.env);
  if (wish.isMailed && !installation.vars.SMTP_HOST)
    throw new Stopped(`--mail: SMTP_HOST is not set for ${wish.env}. Leave --mail out, and hand the link over.`);
  await connected(getSecret(installation, 'DATABASE_URL_MIGRATE'), async (client) => {
    await refuseOtherVersion(client);
    console.log(told(await bootstrap(client, wish), wish));
  });
}

await main().catch((error: Error) => {
  console.error(error instanceof Stopped ? error.message : error);
  process.exit(1);
});
// A listener for the broken channel would keep a finished process alive.
process.exit(0);
