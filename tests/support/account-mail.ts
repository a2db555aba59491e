import { randomUUID } from 'node:crypto';
import type { Mail } from '../../dev/mail/mime.ts';
import { query } from './database.ts';
import type { Harness } from './harness.ts';
import { world } from './world.ts';

export const tick = (harness: Harness, at = Date.now()) =>
  harness.getWorker().scheduled({ cron: '* * * * *', scheduledTime: new Date(at) });

/** Has what waits in a tenant's outbox delivered, whoever of cron and queue comes first. */
export async function deliver(harness: Harness, tenant: { id: string }): Promise<void> {
  for (let tries = 0; tries < 60; tries += 1) {
    await tick(harness);
    if ((await query("select 1 from outbox where tenant_id = $1 and kind like 'account.%'", [tenant.id])).length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

/** What the catcher has for an address, the newest last. */
export async function mailTo(address: string): Promise<Mail[]> {
  const all = (await (await fetch(`${world().mail.url}/api/messages`)).json()) as Mail[]; // because the catcher's own type is this
  return all.filter((mail) => mail.to.includes(address)).toSorted((one, other) => one.id - other.id);
}

/** The one-time links of an address's mails, the newest last: host and token. */
export async function linksTo(address: string): Promise<{ host: string; token: string }[]> {
  return (await mailTo(address)).flatMap(({ text }) => {
    const found = /https?:\/\/([^/\s]+)\/new\/password\/([\w-]+)/.exec(text);
    return found ? [{ host: found[1] ?? '', token: found[2] ?? '' }] : [];
  });
}

/** Asks for an invitation as every feature does: by a row of the outbox. */
export const askInvitation = (user: { id: string; tenantId: string }) =>
  query("insert into outbox (tenant_id, id, kind, body) values ($1, $2, 'account.invite', jsonb_build_object('user_id', $3::text))", [
    user.tenantId,
    randomUUID(),
    user.id,
  ]);

/** The link that a person has just been sent. */
export async function inviteOf(harness: Harness, user: { id: string; tenantId: string; email: string }) {
  await askInvitation(user);
  await deliver(harness, { id: user.tenantId });
  // Taken from the outbox is not yet in the box of the catcher.
  let link = (await linksTo(user.email)).at(-1);
  for (let tries = 0; !link && tries < 60; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 250));
    link = (await linksTo(user.email)).at(-1);
  }
  if (!link) throw new Error(`No invitation reached ${user.email}`);
  return link;
}
