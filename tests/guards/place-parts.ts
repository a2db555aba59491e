import { randomUUID } from 'node:crypto';
import type { Profile } from '../../domain/access/profile.ts';
import { query } from '../support/database.ts';
import { makeFactor } from '../support/make-factor.ts';
import { allowRemote } from '../support/make-remote.ts';
import { makeTenant, type Tenant } from '../support/make-tenant.ts';
import { makeUser, type User } from '../support/make-user.ts';
import { getTicket } from './sample.ts';
import { unitWait } from './samples-partner-access.ts';

/** A partner's unit below, which lets it in without approval, with a person who does too; a unit's partner above. */
export async function makeRelated(tenant: Tenant, person: User, profile: Profile) {
  const [unit, partner] = [
    await makeTenant({ parent: tenant, name: 'Filial Campinas' }),
    await makeTenant({ kind: 'partner', name: 'Numera' }),
  ];
  const below = await makeUser(unit, { name: 'Caio Prado' });
  await allowRemote(unit, below);
  await query(`update settings set "values" = "values" || '{"remote_consent":"none"}' where tenant_id = $1`, [unit.id]);
  await query('delete from relations where tenant_id = $1', [unit.id]);
  const [relation, relationBelow] = [randomUUID(), randomUUID()];
  await query(
    `insert into relations (tenant_id, id, above_id, kind, verify, until)
      values ($1, $2, $3, 'partner', true, now() + interval '1 year'), ($4, $5, $1, 'partner', false, now() + interval '1 year')`,
    [tenant.id, relation, partner.id, unit.id, relationBelow],
  );
  if (profile === 'master')
    await query(
      `insert into remote_requests (tenant_id, id, kind, asker_home_id, asker_id, asker_name, reach, minutes, state, needs_person,
        wait_hash, expires_at, enter_by, relation_id)
        values ($1, gen_random_uuid(), 'partner', $2, $3, $4, 'act', 60, 'authorized', false, sha256(convert_to($5, 'UTF8')),
          now() + interval '1 day', now() + interval '1 day', $6)`,
      [unit.id, tenant.id, person.id, person.name, unitWait(unit.id), relationBelow],
    );
  return { unitBelow: unit.id, personBelow: below.id, relation };
}

/** An invited person, a removed one, and a theme that a person may choose. */
export async function makePeople(tenant: Tenant) {
  const invitee = await makeUser(tenant, { name: 'Caio Lima', email: 'invitee@same.test', account: false });
  const removed = await makeUser(tenant, { name: 'Dora Melo', email: 'removed@same.test' });
  await query("update users set status = 'D', deleted_at = now() where id = $1", [removed.id]);
  const theme = randomUUID();
  await query(`insert into themes (tenant_id, id, name, "values") values ($1, $2, 'Serra', '{}')`, [tenant.id, theme]);
  await query('update users set waits_at = now() where id = $1', [invitee.id]);
  await query("insert into accounts (id, email) values (gen_random_uuid(), 'released@same.test') on conflict do nothing");
  return { theme, invitee: invitee.id, removed: removed.id, factor: (await makeFactor(invitee)).id };
}

/** Another unit of the same person, and the ticket back from there. */
export async function makeSibling(tenant: Tenant, person: User): Promise<string> {
  const sibling = await makeTenant({ name: 'Outra unidade' });
  await makeUser(sibling, { email: person.email, name: person.name });
  await query(
    `insert into tokens (hash, purpose, tenant_id, user_id, host, expires_at)
      values (sha256(convert_to($1, 'UTF8')), 'company', $2, $3, $4, now() + interval '1 day')`,
    [getTicket(sibling.id), tenant.id, person.id, tenant.host],
  );
  return sibling.id;
}

/** An export that is ready, one in progress and a failed one, and comments of two people on the report. */
export async function makeFilesAndComments(tenant: Tenant, person: User, other: User, report: { id: string }) {
  const [file, underWay, failedFile, comment, ownComment] = Array.from({ length: 5 }, () => randomUUID());
  for (const [id, state, ended] of [
    [file, 'ready', true],
    [underWay, 'queued', false],
    [failedFile, 'failed', true],
  ] as const)
    await query(
      `insert into exports (tenant_id, id, user_id, report_id, report_title, account_id, format, language, wish, state, next_at, ended_at,
        file, extension, bytes, expires_at)
        select $1::uuid, $2::uuid, $3::uuid, r.id, r.title, r.account_id, 'PDF', 'pt-BR', $2::uuid::text, $5::text,
          now() + interval '1 day', case when $6::boolean then now() end, case when $5::text = 'ready' then $2::uuid || '.pdf' end, '.pdf',
          10, case when $5::text = 'ready' then now() + interval '1 day' end
        from reports r where r.id = $4::uuid`,
      [tenant.id, id, person.id, report.id, state, String(ended)],
    );
  for (const [id, author] of [
    [comment, other],
    [ownComment, person],
  ] as const)
    await query("insert into comments (tenant_id, id, report_id, author_id, text) values ($1, $2, $3, $4, 'O Sul caiu.')", [
      ...[tenant.id, id, report.id, author.id],
    ]);
  return { file, underWay, failedFile, comment, ownComment } as Record<
    'file' | 'underWay' | 'failedFile' | 'comment' | 'ownComment',
    string
  >; // because five ids were made above
}
