import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Mail } from '../../dev/mail/mime.ts';
import { queues } from '../../domain/jobs/queues.ts';
import { query } from './database.ts';
import type { Harness } from './harness.ts';
import { world } from './world.ts';

export const tick = (harness: Harness, at?: number) => harness.getWorker().scheduled({ scheduledTime: at ? new Date(at) : undefined });

/** Delivers a tenant's outbox, as the queue's message does; the queue's own message may come first. */
export async function deliver(harness: Harness, { id: tenant }: { id: string }): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    const message = { id: randomUUID(), timestamp: new Date(), attempts: 1, body: { kind: 'outbox', tenant } };
    await harness.getWorker().consume(queues.mail.name, [message]);
    if ((await query("select 1 from outbox where tenant_id = $1 and kind like 'account.%'", [tenant])).length === 0) return;
    await pause(50);
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
export async function getInvite(harness: Harness, user: { id: string; tenantId: string; email: string }) {
  await askInvitation(user);
  await deliver(harness, { id: user.tenantId });
  // A mail taken from the outbox may not have reached the catcher yet.
  let link = (await linksTo(user.email)).at(-1);
  for (let tries = 0; !link && tries < 300; tries += 1) {
    await pause(50);
    link = (await linksTo(user.email)).at(-1);
  }
  if (!link) throw new Error(`No invitation reached ${user.email}`);
  return link;
}
