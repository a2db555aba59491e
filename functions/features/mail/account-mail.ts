import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { linkHours, passwordPath } from '../../../domain/accounts/links.ts';
import { linkHost } from '../../../domain/accounts/mail-route.ts';
import { isReachable } from '../../../domain/mail/reachable.ts';
import { agentWords } from '../../../domain/session/agent.ts';
import type { Language } from '../../../domain/session/languages.ts';
import { originOf } from '../../http/origin-of.ts';
import { hashOf, newSecret } from '../../services/ids.ts';
import { digestOfCode, newMailedCode } from '../../services/mailed-code.ts';
import type { Delivery } from './deliver-outbox.ts';
import { type DueMail, type DueRow, readerOf } from './due-mail.ts';

/** Effects whose mail concerns an account: what it says, and its link, are made at delivery and stand nowhere before. */
export const isAccountEffect = (effect: string): boolean => effect.startsWith('account.');

type Person = {
  user_id: string;
  name: string;
  email: string;
  language: string | null;
  accepted: boolean;
  owned: boolean;
  /** Signs in through a provider, without an account, and was never invited. */
  federated: boolean;
  hosts: string[] | null;
  platform_hosts: string[] | null;
};
/** By what people of the tenant sign in: passwords or not, and the names of its providers. */
type Told = { passwords: boolean; names: string[] };
type Way = { purpose: 'invite' | 'reset' | 'changed' | 'device' | 'guessed' | 'ways' | 'provider' | 'link_code'; logged: DueMail['kind'] };

/**
 * What is sent, and as what it stands in the tenant's log: before acceptance always as an invitation, whether or not the person
 * has an account already, since the log is the inviter's to read.
 */
function wayOf(effect: string, { accepted, owned, federated }: Person): Way | null {
  if (effect === 'account.device') return { purpose: 'device', logged: 'account_device' };
  if (effect === 'account.guessed') return { purpose: 'guessed', logged: 'account_guessed' };
  if (effect === 'account.link_code') return accepted ? null : { purpose: 'link_code', logged: 'account_link_code' };
  if (effect === 'account.changed') return accepted ? { purpose: 'changed', logged: 'account_changed' } : null;
  if (effect === 'account.invite') return accepted ? null : { purpose: 'invite', logged: 'account_invite' };
  if (accepted) return { purpose: 'reset', logged: 'account_reset' };
  if (effect !== 'account.forgot') return null;
  // His provider lets him in and keeps him out: he gets no password beside it by himself (BEHAVIOUR 17).
  if (federated) return { purpose: 'provider', logged: 'account_ways' };
  return { purpose: owned ? 'reset' : 'invite', logged: 'account_invite' };
}

/** Where nobody signs in by a password nobody is led to set one: the mail says how to sign in. */
const wayAsTold = (way: Way, { passwords }: Told): Way =>
  !passwords && (way.purpose === 'invite' || way.purpose === 'reset') ? { purpose: 'ways', logged: 'account_ways' } : way;

/** From what and where somebody came in whose browser was not known, or did not come in, and when. */
const deviceVars = ({ asked_sign_in: asked }: DueRow, email: string, language: Language) => ({
  email,
  at: new Date(asked?.at ?? 0).toISOString(),
  address: asked?.address ?? '–',
  device: agentWords(asked?.agent ?? '', language),
});

const waysVars = ({ names }: Told, email: string, language: Language) => ({
  email,
  ways: new Intl.ListFormat(language, { type: 'disjunction' }).format(names),
});

/** The mail about an account that a row asks for, with a fresh link where it has one; null when it is over or nobody is meant. */
export async function accountMail({ database, env, now }: Delivery, row: DueRow): Promise<DueMail | null> {
  if (row.mail_state !== null && row.mail_state !== 'queued') return null;
  const [found, ways] = await database.withJob(row.tenant_id, (db) => [
    db.execute(sql`select * from app.account_reader(${row.asked_user}::uuid, ${row.asked_email})`),
    db.execute(sql`select app.ways_told() as told`),
  ]);
  const [person] = rowsOf<Person>(found);
  const told = rowsOf<{ told: Told }>(ways)[0]?.told ?? { passwords: true, names: [] };
  const way = person && wayOf(row.effect, person);
  if (!person || !way || !isReachable(person.email)) return null;
  const { email } = person;
  const { purpose, logged } = wayAsTold(way, told);
  const [main] = person.hosts ?? [];
  const tells = purpose === 'ways' || purpose === 'provider';
  // How to sign in is no secret: it comes from the tenant itself, and leads to where its people sign in.
  const host = tells && main ? main : linkHost(person.hosts ?? [], person.platform_hosts ?? [], env.PRODUCT_HOST);
  let link = '/forgot';
  let code = '';
  let until = now();
  if (purpose === 'device') link = '/?account=sessions';
  else if (purpose === 'guessed') link = '/?account=security';
  else if (tells) link = `/signin?email=${encodeURIComponent(email)}`;
  else if (purpose === 'link_code') {
    link = '/signin';
    code = newMailedCode();
    const digest = row.asked_ticket && (await digestOfCode(`\\x${row.asked_ticket}`, code));
    const [kept] = await database.withJob(row.tenant_id, (db) => [
      db.execute(sql`select app.link_code(${person.user_id}::uuid, decode(${row.asked_ticket ?? ''}, 'hex'), ${digest}) as kept`),
    ]);
    if (!rowsOf<{ kept: boolean }>(kept)[0]?.kept) return null;
  } else if (purpose !== 'changed') {
    const token = newSecret();
    const hash = await hashOf(token);
    const hours = linkHours[purpose];
    const [made] = await database.withJob(row.tenant_id, (db) => [
      db.execute(
        sql`select app.account_link(${person.user_id}::uuid, ${`account.${purpose}`}, ${hash}::bytea, ${host}, ${email}, make_interval(hours => ${hours}::int)) as made`,
      ),
    ]);
    if (!rowsOf<{ made: boolean }>(made)[0]?.made) return null;
    link = passwordPath(token);
    until += hours * 3_600_000;
  }
  const reader = readerOf({ ...row, name: person.name, language: person.language });
  const { language } = reader.reader;
  return {
    id: row.id,
    tenantId: row.tenant_id,
    userId: person.user_id,
    kind: `account_${purpose}`,
    logged,
    vars:
      purpose === 'device' || purpose === 'guessed'
        ? deviceVars(row, email, language)
        : tells
          ? waysVars(told, email, language)
          : { at: new Date(until).toISOString(), email, code },
    link,
    attachment: null,
    email,
    ...reader,
    house: { ...reader.house, origin: originOf(host, env) },
    // What concerns the account itself, and any link with a secret, passes through no server of a tenant.
    server: tells ? row.server : null,
    attempts: row.attempts,
  };
}
