import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { build } from '../../../dev/build.ts';
import { root } from '../../../dev/folders.ts';
import { type MailCatcher, startMail } from '../../../dev/mail/server.ts';
import { queues } from '../../../domain/jobs/queues.ts';
import type { Runtime } from '../../support/runtime.ts';
import { atMost, type Bench, remark, seconds } from '../figure.ts';
import { getEmail, getId, units, userId } from '../fill.ts';
import { getSettings } from '../product.ts';
import { smallWorld, type World } from '../world.ts';

const [crowded, other] = units;
const longestMs = 120_000;
const tag = 'mail';
/** Every person of a tenant has one mail if there are as many mails. */
const people = 100;

/** Due outbox rows: `count` mails to a hundred people of a tenant in turn. */
async function dueMails({ owner }: World, tenant: number, { count, kind, lane }: { count: number; kind: string; lane: number }) {
  await owner.query(
    `with n as (insert into notifications (tenant_id, id, user_id, kind, vars, link)
        select $1, gen_random_uuid(), ('00000001-0000-7000-8000-' || lpad(to_hex($2::int * 1000 + 1 + k % ${people}), 12, '0'))::uuid, $3,
          '{"report":"Vendas","person":"Ana","target":"Unit","title":"Load"}', '/'
          from generate_series(1, $4::int) k
          returning id)
      insert into outbox (tenant_id, kind, body, lane) select $1, 'notification', jsonb_build_object('id', n.id), $5 from n`,
    [getId('tenant', tenant), tenant, kind, count, lane],
  );
}

const taken = (mail: MailCatcher): number => mail.messages()[0]?.id ?? 0;

/**
 * How long until the catcher has a mail for each of these addresses; the maximum wait if some never arrived. Headers distinguish account
 * mail from notifications.
 */
async function arrival(mail: MailCatcher, addresses: readonly string[], what: { since: number; ofAccount: boolean }): Promise<number> {
  const begun = performance.now();
  const missing = new Set(addresses);
  let { since } = what;
  while (performance.now() - begun < longestMs) {
    const fresh = mail.messages().filter(({ id }) => id > since);
    since = fresh[0]?.id ?? since;
    for (const { to, raw } of fresh)
      if (what.ofAccount !== raw.includes('List-Unsubscribe')) for (const address of to) missing.delete(address);
    if (missing.size === 0) return performance.now() - begun;
    await pause(20);
  }
  return longestMs;
}

async function jobTrips({ endpoint, urls }: World): Promise<number> {
  const headers = { 'neon-connection-string': urls.owner };
  const answer = await fetch(new URL(`/__db/stats?tag=${tag}:jobs`, endpoint), { headers });
  return ((await answer.json()) as { requests: number }).requests; // because the endpoint's own type is this
}

async function startWorker(world: World, mail: MailCatcher): Promise<Runtime> {
  const certificate = join(world.cluster.folder, 'catcher.pem');
  writeFileSync(certificate, mail.certificate);
  process.env.NODE_EXTRA_CA_CERTS = certificate;
  // The runtime reads the name of the certificate when it is loaded.
  const [{ unstable_getMiniflareWorkerOptions }, { startRuntime }] = await Promise.all([
    import('wrangler'),
    import('../../support/runtime.ts'),
  ]);
  const { workerOptions } = unstable_getMiniflareWorkerOptions(join(root, 'wrangler.toml'));
  const settings = getSettings({ ...world, endpoint: `${world.endpoint}/${tag}` });
  const smtp = { SMTP_HOST: 'localhost', SMTP_PORT: String(mail.smtpPort), SMTP_STAND_IN: `localhost:${mail.smtpPort}` };
  return startRuntime(workerOptions, { ...settings, ...smtp, SMTP_BULK_PER_SECOND: '20', TEST_CLOCK: '' }, () => undefined);
}

export const bench: Bench = {
  name: 'mail',
  title: 'Mail',
  async run({ share }) {
    build('worker');
    const world = await smallWorld();
    const mail = await startMail({ smtpPort: 0, httpPort: 0 });
    const worker = await startWorker(world, mail);
    // Delivers as cron's job does, which a tick starts once a minute: a second tick in the same minute would do nothing.
    const deliver = (tenant: string | null = null) =>
      worker
        .consume(queues.mail.name, [{ id: randomUUID(), timestamp: new Date(), attempts: 1, body: { kind: 'outbox', tenant } }])
        .catch(() => undefined);
    try {
      await world.owner.query(`update settings set "values" = "values" || '{"send_email_notification":"S"}'`);
      // The part of imports leaves invitations of the people it made, of which each costs trips of its own.
      const { rowCount: left } = await world.owner.query('delete from outbox');
      if (left) console.log(`${left} mails of other parts are not sent`);
      const news = Math.max(50, Math.round(500 * share));
      await dueMails(world, crowded, { count: news, kind: 'catalog_granted', lane: 2 });
      const [tripsBefore, begun] = [await jobTrips(world), performance.now()];
      while (taken(mail) < news && performance.now() - begun < longestMs) await deliver();
      const took = performance.now() - begun;
      const perMail = ((await jobTrips(world)) - tripsBefore) / Math.max(1, taken(mail));
      const rate = (taken(mail) / took) * 1000;

      const bulk = Math.max(500, Math.round(10_000 * share));
      await dueMails(world, crowded, { count: bulk, kind: 'maintenance_announced', lane: 3 });
      const running = deliver();
      await pause(3_000);
      const since = taken(mail);
      await world.owner.query(
        "insert into outbox (tenant_id, kind, body) values ($1, 'account.reset', jsonb_build_object('user_id', $2::text))",
        [getId('tenant', crowded), userId(crowded, 2)],
      );
      await dueMails(world, other, { count: people, kind: 'catalog_granted', lane: 2 });
      const asked = deliver(getId('tenant', crowded));
      const every = setInterval(() => void deliver(), 60_000);
      const reset = arrival(mail, [getEmail(crowded, 2)], { since, ofAccount: true });
      const everyone = Array.from({ length: people }, (_, at) => getEmail(other, at + 1));
      const others = arrival(mail, everyone, { since, ofAccount: false });
      const [resetMs, othersMs] = [await reset, await others];
      clearInterval(every);
      await Promise.race([Promise.allSettled([running, asked]), pause(1)]);
      return [
        remark(rate.toFixed(1), {
          name: 'mails a second by one run',
          how: `${news} news of one tenant to the local mail catcher with STARTTLS, one isolate`,
        }),
        atMost(perMail, 1.1, {
          name: 'round trips to the database a mail',
          show: (n) => n.toFixed(2),
          how: 'same run, counted at the database endpoint',
        }),
        atMost(resetMs, 10_000, {
          name: `a password reset while ${bulk} bulk mails of the same tenant are due`,
          show: seconds,
          how: 'from its row to the mail catcher',
        }),
        atMost(othersMs, 60_000, { name: "another tenant's news meanwhile", show: seconds, how: `same run: the last of ${people} people` }),
      ];
    } finally {
      await worker.stop();
      await mail.close();
    }
  },
};
